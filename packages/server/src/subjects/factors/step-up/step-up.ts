import { Type } from 'typebox'
import { mailboxProofsIn } from '../../../gate/access/tables/mailbox-proofs.ts'
import { record } from '../../../gate/audit/audit.ts'
import { endpoint } from '../../../gate/deps.ts'
import { STEP_UP_METHODS } from '../../../gate/factors/second-factors.ts'
import { isSecondFactor, stepUpMethodsOf } from '../../../gate/factors/step-up.ts'
import { elevationsIn } from '../../../gate/factors/tables/elevations.ts'
import { lockUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { parameter, timeField } from '../../../gate/views/fields.ts'
import { passkeyField, typedMethodField } from '../../../gate/views/input-fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { typedMethod } from '../steps/typed-factor.ts'
import { proofs } from './proofs.ts'

/**
 * Guards what a stolen or forgotten session must not do. No session is issued and no cookie set: the time of the proof is written
 * to the caller's session. A guess at a code counts against the code and against the account before it is compared, and a right
 * one is spent in the transaction that raises the session. Credentials that changed meanwhile prove nothing.
 */
export const stepUp = endpoint({
  route: 'POST /auth/step-up',
  summary: 'Prove again who is using this session',
  auth: 'session',
  limit: 'credentials',
  body: Type.Object({
    password: parameter('The password of the account, where that is one of the methods.'),
    code: parameter('Of the mail, of the authenticator app, or a recovery code, instead of a password.'),
    state: parameter('With a passkey, instead of a password or a code: the `state` that came with the options.'),
    passkey: Type.Optional(passkeyField),
    method: typedMethodField(STEP_UP_METHODS),
  }),
  reply: Type.Object({ elevatedUntil: timeField('Until when the session counts as freshly proved.') }),
  errors: ['step_up_method', 'invalid_credentials', 'two_factor_code_invalid', 'session_expired', 'overloaded'],

  async handle(call) {
    const { body, caller, deps, fail } = call
    const { account, session } = caller
    const { password = '', code = '', state = '', passkey } = body
    const methods = await stepUpMethodsOf(deps.store, deps, caller)
    const factors = methods.filter((one) => one !== 'password')
    const typed = typedMethod(factors, code, undefined) ?? 'email'
    // An empty body is refused as a wrong value of the account's own method would be.
    const named = (state && 'passkey') || body.method || (password && 'password') || (code && typed) || methods[0]
    const method = methods.find((one) => one === named)
    if (!method) throw fail('step_up_method')
    const { attempt, refusal } = proofs[method]
    const subject = { actorId: account.id, targetUserId: account.id, sessionId: session.id, metadata: { method } }
    const tried = await attempt(call, { password, code, state, passkey })

    const at = tried.isRight
      ? await inTransaction(call, async (tx) => {
          const now = deps.clock.now()
          if (!(await lockUnchanged(tx))) throw fail(refusal)
          if (!(await tried.spend(tx))) return undefined
          const elevation = { method, at: now, enrolledAt: tried.enrolledAt }
          if (!(await elevationsIn(tx).set(session.id, elevation, isSecondFactor(method)))) throw fail('session_expired')
          // In a session of the account, a mailed code proves that the known owner has the mailbox.
          if (method === 'email') await mailboxProofsIn(tx).add(account.id, now)
          await tx.record('step_up.success', subject)
          return now
        })
      : undefined
    if (at === undefined) {
      await record(deps.store, call, 'step_up.failed', { ...subject, isSuccess: false })
      await tried.noteWrong()
      throw fail(refusal)
    }
    return { elevatedUntil: timestamp(at + deps.config.twoFactor.stepUpTtl) }
  },
})
