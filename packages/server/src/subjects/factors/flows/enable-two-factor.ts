import { Type } from 'typebox'
import { endCodes, endEverythingOf } from '../../../gate/access/end-access.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { gatesOf, hasEmailFactor } from '../../../gate/factors/gates.ts'
import { offeredPasskeys } from '../../../gate/factors/methods.ts'
import { lockUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { keepDevice } from '../../../gate/sessions/remember-device.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { choice, Message } from '../../../gate/views/fields.ts'
import { keepOtherSessionsField } from '../../../gate/views/input-fields.ts'
import { ownerRefusal } from '../steps/owner-refusal.ts'

const METHODS = ['email', 'passkey']

/** An authenticator app is added and removed by routes of its own. */
export const FactorMethod = choice(METHODS, 'Which factor. `passkey` wants a step-up instead of a password.', {
  default: 'email',
})

export const isFactorMethod = (method: string | undefined): boolean => method === undefined || METHODS.includes(method)

/** Ends what a password alone has opened: challenges, codes, sign-ins in flight and, unless they are kept, other sessions. */
export const enableTwoFactor = endpoint({
  route: 'POST /auth/2fa/enable',
  summary: 'Switch two-factor sign-in on',
  auth: 'guarded',
  limit: 'credentials',
  body: Type.Object({
    password: Type.String({ default: '', description: 'The password of the account, where it has one.' }),
    keepOtherSessions: keepOtherSessionsField,
    method: FactorMethod,
  }),
  reply: Message,
  errors: [
    'validation_error',
    'step_up_required',
    'passkey_required',
    'method_disabled',
    'two_factor_already_enforced',
    'two_factor_password_required',
    'invalid_credentials',
    'overloaded',
  ],

  async handle(call) {
    const { body, deps, fail } = call
    const { account, session } = call.caller
    if (!isFactorMethod(body.method)) throw fail('validation_error', { message: 'method must be email or passkey.' })
    if (body.method === 'passkey') {
      const passkeys = offeredPasskeys()
      if (!passkeys) throw fail('method_disabled')
      await passkeys.switchGate(call, true, body.keepOtherSessions)
      return { message: 'A passkey is asked for from now on.' }
    }
    if (deps.config.twoFactor.requireEmail2fa) throw fail('two_factor_already_enforced')
    const refusal = await ownerRefusal(call, body.password)
    if (refusal) throw fail(refusal)

    await inTransaction(call, async (tx) => {
      const now = deps.clock.now()
      const locked = await lockUnchanged(tx)
      if (!locked) throw fail('invalid_credentials')
      if (hasEmailFactor(locked)) return
      await accountsIn(tx).setGates(account.id, { ...gatesOf(locked), emailFactorAt: now }, now)
      await keepDevice(tx, account.id)
      if (body.keepOtherSessions) await endCodes(tx, account.id)
      else await endEverythingOf(tx, account.id, 'factors_changed', session.id)
      await tx.record('2fa.enabled', { actorId: account.id, targetUserId: account.id, sessionId: session.id })
      await tx.notify('two-factor-enabled', account)
    })
    return { message: 'Two-factor sign-in is on.' }
  },
})
