import { Type } from 'typebox'
import { record } from '../../core/audit/audit.ts'
import { hashOfCode } from '../../core/codes/code-mail.ts'
import { endpoint } from '../../core/deps.ts'
import { methodsOf } from '../../core/factors/step-up.ts'
import { returnSecondFactor } from '../../core/limits/second-factor-limit.ts'
import { holdUnchanged } from '../../core/passwords/confirm-password.ts'
import { timestamp } from '../../kernel/clock.ts'
import { proofs } from './proofs.ts'

/**
 * Proves again who is using a session, for what a stolen or forgotten one must not do. It issues no session and sets no
 * cookie: the time of the proof is written to the session that it was given in.
 *
 * A password is guarded as at every other route. A code is counted before it is compared, against the code and against the
 * account, and is spent in the transaction that raises the session. Credentials that changed meanwhile prove nothing.
 */
export const stepUp = endpoint({
  route: 'POST /auth/step-up',
  summary: 'Prove again who is using this session',
  auth: 'session',
  limit: 'credentials',
  body: Type.Object({
    password: Type.Optional(Type.String()),
    code: Type.Optional(Type.String()),
    method: Type.Optional(Type.String({ description: 'Whose code it is; `email` unless named.' })),
  }),
  reply: Type.Object({ elevatedUntil: Type.String({ format: 'date-time' }) }),
  errors: ['step_up_method', 'invalid_credentials', 'two_factor_code_invalid', 'session_expired', 'overloaded'],

  async handle(call) {
    const { body, caller, deps, fail } = call
    const { store, config, clock } = deps
    const { account, session } = caller
    const { password = '', code = '' } = body
    const methods = methodsOf(account)
    // Nothing at all is refused as a wrong value of the account's own method would be.
    const named = body.method || (password && 'password') || (code && 'email') || methods[0]
    const method = methods.find((one) => one === named)
    if (!method) throw fail('step_up_method')
    const { isRight, refusal } = proofs[method]
    const subject = { actorId: account.id, targetUserId: account.id, sessionId: session.id, metadata: { method } }
    if (!(await isRight(call, { password, code }))) {
      await record(store, call, 'step_up.failed', { ...subject, isSuccess: false })
      throw fail(refusal)
    }

    const at = await store.transaction(async (tx) => {
      const now = clock.now()
      if (!(await holdUnchanged(tx, call))) throw fail(refusal)
      if (method === 'email') {
        if (!(await tx.codes.take(hashOfCode(deps, 'step-up', code), now))) throw fail(refusal)
        await returnSecondFactor(tx, deps, account.id)
      }
      if (!(await tx.elevations.set(session.id, { method, at: now }))) throw fail('session_expired')
      await record(tx, call, 'step_up.success', subject)
      return now
    })
    return { elevatedUntil: timestamp(at + config.twoFactor.stepUpTtl) }
  },
})
