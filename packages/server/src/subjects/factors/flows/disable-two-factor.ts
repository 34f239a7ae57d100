import { Type } from 'typebox'
import { endCodes } from '../../../gate/access/end-access.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { gatesOf, hasEmailFactor, hasStrongGate, owesAdminFactor } from '../../../gate/factors/gates.ts'
import { offeredPasskeys } from '../../../gate/factors/methods.ts'
import { lockUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { keepDevice } from '../../../gate/sessions/remember-device.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { keepOtherSessionsField } from '../../../gate/views/input-fields.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { ownerRefusal } from '../steps/owner-refusal.ts'
import { recoveryCodesIn } from '../tables/recovery-codes.ts'
import { FactorMethod, isFactorMethod } from './enable-two-factor.ts'

/** Ends no session, but every mailed code and every sign-in that waits for a second factor. */
export const disableTwoFactor = endpoint({
  route: 'POST /auth/2fa/disable',
  summary: 'Switch two-factor sign-in off',
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
    'two_factor_required',
    'two_factor_already_enforced',
    'two_factor_password_required',
    'invalid_credentials',
    'overloaded',
  ],

  async handle(call) {
    const { body, deps, fail } = call
    const { account, session } = call.caller
    if (!isFactorMethod(body.method)) throw fail('validation_error', { message: 'method must be email or passkey.' })
    // A session that a password alone has opened takes no factor from an administrator.
    if (owesAdminFactor(deps, account, session)) throw fail('two_factor_required')
    if (body.method === 'passkey') {
      const passkeys = offeredPasskeys()
      // Not declared, because only a program that was built without passkeys answers it.
      if (!passkeys) throw new Failure('method_disabled')
      await passkeys.switchGate(call, false, body.keepOtherSessions)
      return { message: 'A passkey is no longer asked for.' }
    }
    if (deps.config.twoFactor.requireEmail2fa) throw fail('two_factor_already_enforced')
    const refusal = await ownerRefusal(call, body.password)
    if (refusal) throw fail(refusal)

    await inTransaction(call, async (tx) => {
      const locked = await lockUnchanged(tx)
      if (!locked) throw fail('invalid_credentials')
      if (!hasEmailFactor(locked)) return
      await accountsIn(tx).setGates(account.id, { ...gatesOf(locked), emailFactorAt: undefined }, deps.clock.now())
      if (!hasStrongGate(locked)) await recoveryCodesIn(tx).removeAllOf(account.id)
      await keepDevice(tx, account.id)
      await endCodes(tx, account.id)
      await tx.record('2fa.disabled', { actorId: account.id, targetUserId: account.id, sessionId: session.id })
      await tx.notify('two-factor-disabled', account)
    })
    return { message: 'Two-factor sign-in is off.' }
  },
})
