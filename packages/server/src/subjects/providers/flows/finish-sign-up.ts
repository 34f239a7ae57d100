import { Type } from 'typebox'
import { newcomerCookie } from '../../../gate/accounts/newcomer-cookie.ts'
import { spentStatesIn } from '../../../gate/codes/tables/spent-states.ts'
import { DATA_REFUSALS, readSignUpData } from '../../../gate/data/changes.ts'
import { signUpData } from '../../../gate/data/schemas.ts'
import { endpoint } from '../../../gate/deps.ts'
import { REGISTRATION_REFUSALS } from '../../../gate/registration-hook/registration-hook.ts'
import { answerSignIn, Gated, SessionResult, VerificationPending } from '../../../gate/views/entry-view.ts'
import { ReturnTo } from '../../../gate/views/fields.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'
import { hashToken } from '../../../platform/kernel/tokens.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { arrivalIn } from '../steps/arrival-cookie.ts'
import { enterByIdentity } from './enter-by-identity.ts'

/** Every other refusal is of an account that was made with the same identity in another tab, and taken away since. */
const REFUSALS = ['forbidden', 'email_not_allowed', 'email_already_exists', 'email_failed'] as const

/** The arrival is spent with the account that it makes: a refusal leaves it good, so that a newcomer can mend what was typed. */
export const finishSignUp = endpoint({
  route: 'POST /auth/oauth/sign-up',
  summary: 'Make the account of somebody who has come back from a provider, and was asked for more',
  auth: 'none',
  limit: 'redeem',
  body: Type.Object({ data: signUpData, returnTo: ReturnTo }),
  reply: Type.Union([SessionResult, VerificationPending, Gated]),
  status: 201,
  errors: ['invalid_state', 'state_used', ...DATA_REFUSALS, ...REFUSALS, ...REGISTRATION_REFUSALS],

  async handle(call) {
    const { body, cookies, deps, fail } = call
    const arrival = arrivalIn(deps, cookies.arrival)
    if (!arrival) throw fail('invalid_state')
    const data = readSignUpData(deps.config.data.fields, body.data ?? {})
    const { provider, identity, expiresAt } = arrival
    const spend = async (tx: Connection): Promise<void> => {
      if (!(await spentStatesIn(tx).spend(hashToken(cookies.arrival ?? ''), expiresAt))) throw fail('state_used')
    }
    const entry = await enterByIdentity(call, { provider, identity, cookies, returnTo: body.returnTo, data, spend })
    if (entry.kind === 'asked') throw new Error('what was asked for has been answered')
    if (entry.kind === 'refused') throw fail(REFUSALS.find((code) => code === entry.code) ?? 'forbidden')
    const answer = answerSignIn(entry)
    const newcomer = entry.kind === 'verification' ? { newcomer: newcomerCookie(deps, entry.account.id) } : {}
    return new Answer(answer.body, { ...answer.cookies, ...newcomer, arrival: 'end' })
  },
})
