import { Type } from 'typebox'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { record } from '../../../gate/audit/audit.ts'
import { endpoint } from '../../../gate/deps.ts'
import { completeChallenge, noted } from '../../../gate/factors/complete-challenge.ts'
import { guess } from '../../../gate/factors/guess.ts'
import { methodsAfter, offeredPasskeys } from '../../../gate/factors/methods.ts'
import { SECOND_FACTORS } from '../../../gate/factors/second-factors.ts'
import { challengeBindingsIn } from '../../../gate/factors/tables/challenge-bindings.ts'
import { challengesIn } from '../../../gate/factors/tables/challenges.ts'
import { SessionResult, sessionResult } from '../../../gate/views/entry-view.ts'
import { parameter } from '../../../gate/views/fields.ts'
import { challengeField, passkeyField, typedMethodField } from '../../../gate/views/input-fields.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'
import { hashToken } from '../../../platform/kernel/tokens.ts'
import { findBoundChallenge } from '../steps/find-bound-challenge.ts'
import { checkTyped, typedMethod } from '../steps/typed-factor.ts'

/**
 * A client without the binding cookie learns nothing: unknown, foreign, used, expired and guessed-out challenges look the same. A
 * guess is counted and committed before it is compared, so at most five are evaluated over all kinds of factor, whatever fails
 * afterwards. A change of the credentials that opened the challenge, a ban that was lifted included, voids the challenge.
 */
export const verifyCode = endpoint({
  route: 'POST /auth/2fa/verify',
  summary: 'Complete a sign-in with a second factor',
  auth: 'none',
  limit: 'redeem',
  body: Type.Object({
    challengeId: challengeField,
    code: parameter('Of the mail, of the authenticator app, or a recovery code.'),
    state: parameter('With a passkey, instead of a code: the `state` that came with the options.'),
    passkey: Type.Optional(passkeyField),
    method: typedMethodField(SECOND_FACTORS.filter((one) => one !== 'passkey')),
    trustDevice: Type.Optional(Type.Boolean({ description: 'Ask for no second factor in this browser for a while.' })),
  }),
  reply: SessionResult,
  errors: ['two_factor_code_invalid', 'two_factor_code_expired', 'two_factor_code_already_used', 'user_banned'],

  async handle(call) {
    const { body, cookies, deps, fail } = call
    const { store, clock } = deps
    const challenge = await findBoundChallenge(deps, body.challengeId, cookies.binding)
    if (!challenge) throw fail('two_factor_code_invalid')
    if (challenge.usedAt !== undefined) throw fail('two_factor_code_already_used')
    if (challenge.expiresAt <= clock.now()) throw fail('two_factor_code_expired')
    const { id, accountId } = challenge
    const { code = '', state } = body
    const account = await accountsIn(store).find(accountId)
    const entry = await challengeBindingsIn(store).entryOf(id, hashToken(cookies.binding ?? ''))
    const methods = account ? await methodsAfter(store, deps, account, entry) : []
    const second = state === undefined ? typedMethod(methods, code, body.method) : methods.find((one) => one === 'passkey')

    const check = async () => {
      if (second === undefined) return undefined
      if (second !== 'passkey') return checkTyped(call, accountId, second, code, id)
      const purpose = { purpose: 'second-factor', accountId, challengeId: id } as const
      return offeredPasskeys()?.check(call, purpose, { state: state ?? '', passkey: body.passkey })
    }
    const count = () => challengesIn(store).guess(id, clock.now())
    const tried = await guess(call, accountId, { isLimited: state === undefined, count, check })
    const completion = { challenge, cookies, tried, isToBeTrusted: body.trustDevice === true }
    const admission = second && tried.isRight ? await completeChallenge(call, { ...completion, second }) : undefined
    if (!admission) {
      await record(store, call, '2fa.code.failed', { isSuccess: false, targetUserId: accountId, metadata: noted(second) })
      await tried.noteWrong()
      throw fail('two_factor_code_invalid')
    }
    return new Answer(sessionResult(admission), { session: admission.issued.cookies, binding: 'end' })
  },
})
