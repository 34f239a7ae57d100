import { Type } from 'typebox'
import { mailboxProofsIn } from '../../../gate/access/tables/mailbox-proofs.ts'
import { record } from '../../../gate/audit/audit.ts'
import { endpoint } from '../../../gate/deps.ts'
import type { StepUpMethod } from '../../../gate/factors/elevation.ts'
import { isSecondFactor, stepUpMethodsOf } from '../../../gate/factors/step-up.ts'
import { elevationsIn } from '../../../gate/factors/tables/elevations.ts'
import { holdUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { typedMethod } from '../steps/typed-factor.ts'
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
    state: Type.Optional(Type.String({ description: 'With a passkey, instead of a password or a code.' })),
    passkey: Type.Optional(Type.Unknown({ description: 'The `PublicKeyCredential` as JSON.' })),
    method: Type.Optional(Type.String({ description: 'Whose code it is; told by its form unless named.' })),
  }),
  reply: Type.Object({ elevatedUntil: Type.String({ format: 'date-time' }) }),
  errors: ['step_up_method', 'invalid_credentials', 'two_factor_code_invalid', 'session_expired', 'overloaded'],

  async handle(call) {
    const { body, caller, deps, fail } = call
    const { store, config, clock } = deps
    const { account, session } = caller
    const { password = '', code = '', state = '', passkey } = body
    const methods = await stepUpMethodsOf(store, deps, caller)
    // Nothing at all is refused as a wrong value of the account's own method would be.
    const named =
      (state && 'passkey') || body.method || (password && 'password') || (code && methodOf(methods, code)) || methods[0]
    const method = methods.find((one) => one === named)
    if (!method) throw fail('step_up_method')
    const { attempt, refusal } = proofs[method]
    const subject = { actorId: account.id, targetUserId: account.id, sessionId: session.id, metadata: { method } }
    const tried = await attempt(call, { password, code, state, passkey })

    const at = tried.isRight
      ? await inTransaction(call, async (tx) => {
          const now = clock.now()
          if (!(await holdUnchanged(tx))) throw fail(refusal)
          if (!(await tried.spend(tx))) return undefined
          const elevation = { method, at: now, enrolledAt: tried.enrolledAt }
          if (!(await elevationsIn(tx).set(session.id, elevation, isSecondFactor(method)))) throw fail('session_expired')
          // In a session of the account, a mailed code proves the mailbox of an owner who is known.
          if (method === 'email') await mailboxProofsIn(tx).add(account.id, now)
          await tx.record('step_up.success', subject)
          return now
        })
      : undefined
    if (at === undefined) {
      await record(store, call, 'step_up.failed', { ...subject, isSuccess: false })
      await tried.noteWrong()
      throw fail(refusal)
    }
    return { elevatedUntil: timestamp(at + config.twoFactor.stepUpTtl) }
  },
})

/** Whose code it is, by its form, where none is named. An account that takes none is told so. */
function methodOf(methods: readonly StepUpMethod[], code: string): StepUpMethod {
  const factors = methods.filter((method) => method !== 'password')
  return typedMethod(factors, code, undefined) ?? 'email'
}
