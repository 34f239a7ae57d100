import { Type } from 'typebox'
import { record } from '../../core/audit/audit.ts'
import { endpoint } from '../../core/deps.ts'
import { notify } from '../../core/mails/notify.ts'
import { confirmPassword, holdUnchanged } from '../../core/passwords/confirm-password.ts'
import { keepDevice } from '../../core/sessions/remember-device.ts'
import { Message } from '../../core/views/message.ts'

/** Switches the second factor off. No session is ended. */
export const disableTwoFactor = endpoint({
  route: 'POST /auth/2fa/disable',
  summary: 'Switch two-factor sign-in off',
  auth: 'session',
  limit: 'credentials',
  body: Type.Object({ password: Type.String() }),
  reply: Message,
  errors: ['two_factor_already_enforced', 'two_factor_password_required', 'invalid_credentials', 'overloaded'],

  async handle(call) {
    const { body, caller, deps, fail } = call
    const { config, store, clock } = deps
    const { account, session } = caller
    if (config.twoFactor.requireEmail2fa) throw fail('two_factor_already_enforced')
    if (body.password === '') throw fail('two_factor_password_required')
    if (!(await confirmPassword(call, body.password))) throw fail('invalid_credentials')

    await store.transaction(async (tx) => {
      const now = clock.now()
      const held = await holdUnchanged(tx, call)
      if (!held) throw fail('invalid_credentials')
      if (held.twoFactorEnabledAt === undefined) return
      await tx.accounts.setTwoFactor(account.id, undefined, now)
      await keepDevice(tx, call, account.id)
      await record(tx, call, '2fa.disabled', { actorId: account.id, targetUserId: account.id, sessionId: session.id })
      await notify(tx, call, 'two-factor-disabled', account)
    })
    return { message: 'Two-factor sign-in is off.' }
  },
})
