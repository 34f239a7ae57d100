import { Type } from 'typebox'
import { admit } from '../../core/access/admit.ts'
import { record } from '../../core/audit/audit.ts'
import { endpoint } from '../../core/deps.ts'
import { emailFactor } from '../../core/factors/email-factor.ts'
import { reserveSecondFactor, returnSecondFactor } from '../../core/limits/second-factor-limit.ts'
import { SessionResult, sessionResult } from '../../core/views/entry-view.ts'
import { Answer } from '../../kernel/endpoint.ts'
import { hashToken } from '../../kernel/tokens.ts'
import { findBound } from './find-bound.ts'

/**
 * Completes a sign-in with the mailed code, whichever flow opened the challenge.
 *
 * A client without the binding cookie learns nothing: unknown, foreign, used, expired and guessed-out look the same. A
 * guess is counted in a statement of its own, committed before the code is compared, so five are evaluated at most,
 * whatever fails afterwards. Spending the challenge and issuing the session are one transaction. The challenge counts for the
 * credentials that opened it: after any change of them, a ban that was lifted included, its code is good for nothing.
 */
export const verifyCode = endpoint({
  route: 'POST /auth/2fa/verify',
  summary: 'Complete a sign-in with a two-factor code',
  auth: 'none',
  limit: 'redeem',
  body: Type.Object({ challengeId: Type.String(), code: Type.String() }),
  reply: SessionResult,
  errors: ['two_factor_code_invalid', 'two_factor_code_expired', 'two_factor_code_already_used', 'user_banned'],

  async handle(call) {
    const { body, cookies, deps, fail } = call
    const { store, clock } = deps
    const challenge = await findBound(deps, body.challengeId, cookies.binding)
    if (!challenge) throw fail('two_factor_code_invalid')
    if (challenge.usedAt !== undefined) throw fail('two_factor_code_already_used')
    if (challenge.expiresAt <= clock.now()) throw fail('two_factor_code_expired')

    await reserveSecondFactor(deps, challenge.accountId)
    const counted = await store.challenges.guess(challenge.id, clock.now())
    if (!counted || !emailFactor.check(deps, counted, body.code)) {
      await record(store, call, '2fa.code.failed', { isSuccess: false, targetUserId: challenge.accountId })
      throw fail('two_factor_code_invalid')
    }

    const admission = await store.transaction(async (tx) => {
      const now = clock.now()
      const { accountId: id, credentialVersion } = challenge
      if ((await tx.accounts.hold(id, now))?.bannedAt !== undefined) throw fail('user_banned')
      const entry = await tx.challengeBindings.entryOf(challenge.id, hashToken(cookies.binding ?? ''))
      if (!entry) throw fail('two_factor_code_invalid')
      const result = await admit(tx, call, { accountId: id, credentialVersion, proof: 'second-factor', way: entry.way })
      if (result.kind !== 'admitted') throw fail('two_factor_code_invalid')
      if (!(await tx.challenges.take(challenge.id, counted.codeHash, now))) {
        const isUsed = (await tx.challenges.find(challenge.id))?.usedAt !== undefined
        throw fail(isUsed ? 'two_factor_code_already_used' : 'two_factor_code_invalid')
      }
      await returnSecondFactor(tx, deps, id)
      await record(tx, call, '2fa.code.verified', { actorId: id, targetUserId: id })
      if (entry.event) {
        const { type, metadata } = entry.event
        await record(tx, call, type, { actorId: id, targetUserId: id, sessionId: result.issued.session.id, metadata })
      }
      return result
    })
    return new Answer(sessionResult(admission), { session: admission.issued.cookies, binding: 'end' })
  },
})
