import { Type } from 'typebox'
import { admit } from '../../../gate/access/admit.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { record } from '../../../gate/audit/audit.ts'
import { endpoint } from '../../../gate/deps.ts'
import { endRun } from '../../../gate/limits/second-factor-limit.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { answerSignIn, SessionResult, VerificationPending } from '../../../gate/views/entry-view.ts'
import { passkeyField, stateField } from '../../../gate/views/input-fields.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'
import { openCeremony } from '../steps/ceremony.ts'
import { authenticationOptions } from '../steps/ceremony-options.ts'
import { checkPasskey } from '../steps/passkey-factor.ts'
import { requirePasskeys } from '../steps/passkey-rules.ts'
import { AuthenticationOptions, ceremonyState } from '../views/passkey-options.ts'

const REFUSALS = { invalid: 'passkey_invalid', unknown: 'passkey_unknown', refused: 'passkey_refused' } as const

/** The options name no passkey, so they tell of no account. */
export const passkeySignInOptions = endpoint({
  route: 'POST /auth/passkey/options',
  summary: 'Begin to sign in with a passkey',
  auth: 'none',
  limit: 'general',
  reply: Type.Object({ options: AuthenticationOptions, state: ceremonyState }),
  errors: ['method_disabled'],

  async handle({ cookies, deps }) {
    const rp = requirePasskeys(deps)
    const { state, challenge, cookie } = openCeremony(deps, { purpose: 'sign-in', cookie: cookies.passkey })
    return new Answer({ options: authenticationOptions(rp, challenge), state }, { passkey: cookie })
  },
})

/** Every passkey of ours is two factors, so it passes the gate; a ban and a missing verification still stand. */
export const signInWithPasskey = endpoint({
  route: 'POST /auth/passkey/login',
  summary: 'Sign in with a passkey',
  auth: 'none',
  limit: 'credentials',
  body: Type.Object({ state: stateField, passkey: passkeyField }),
  reply: Type.Union([SessionResult, VerificationPending]),
  errors: ['method_disabled', 'passkey_invalid', 'passkey_unknown', 'passkey_refused', 'user_banned'],

  async handle(call) {
    const { body, cookies, deps, fail } = call
    requirePasskeys(deps)
    const found = await checkPasskey(call, { purpose: 'sign-in', cookie: cookies.passkey }, body)
    if (found.outcome === 'unknown')
      await record(deps.store, call, 'passkey.failed', { isSuccess: false, metadata: { reason: 'unknown' } })
    if (found.outcome !== 'right') throw fail(REFUSALS[found.outcome])
    const { accountId, shown } = found
    const account = await accountsIn(deps.store).find(accountId)
    if (!account) throw fail('passkey_unknown')

    const outcome = await inTransaction(call, async (tx) => {
      await accountsIn(tx).lock(accountId, deps.clock.now())
      if (!(await shown.spend(tx))) throw fail('passkey_invalid')
      await endRun(tx, deps, accountId)
      return admit(tx, {
        accountId,
        credentialVersion: account.credentialVersion,
        proof: 'passkey',
        enrolledAt: shown.enrolledAt,
        signIn: { method: 'passkey' },
        noted: { success: 'passkey.login', failure: 'passkey.failed' },
      })
    })
    if (outcome.kind === 'refused') throw fail(outcome.reason === 'banned' ? 'user_banned' : 'passkey_refused')
    if (outcome.kind === 'second-factor') throw new Error('a passkey owes no second factor')
    return answerSignIn(outcome)
  },
})
