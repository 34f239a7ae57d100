import { Type } from 'typebox'
import { endEverythingOf } from '../../../gate/access/end-access.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { confirmPassword, lockUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { PASSWORDS } from '../../../gate/passwords/has-passwords.ts'
import { notifyOfPassword } from '../../../gate/passwords/notify-of-password.ts'
import { PASSWORD_REFUSALS } from '../../../gate/passwords/password-refusal.ts'
import { keepDevice } from '../../../gate/sessions/remember-device.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { newPasswordField, passwordField } from '../../../gate/views/input-fields.ts'

/** Of two changes at once with the same old password only one succeeds: the transaction compares the credential version again. */
export const changePassword = endpoint({
  route: 'POST /auth/change-password',
  summary: 'Change the password',
  auth: 'guarded',
  limit: 'credentials',
  partOf: PASSWORDS,
  body: Type.Object({ oldPassword: passwordField, newPassword: newPasswordField }),
  reply: Message,
  errors: ['no_password', ...PASSWORD_REFUSALS, 'wrong_password', 'overloaded'],

  async handle(call) {
    const { body, client, fail } = call
    const { passwords, clock } = call.deps
    const { account, session } = call.caller
    if (account.passwordHash === undefined) throw fail('no_password')
    const refused = await passwords.refusal(body.newPassword, account)
    if (refused) throw fail(refused.refusal, refused)
    if (!(await confirmPassword(call, body.oldPassword))) throw fail('wrong_password')
    const passwordHash = await passwords.hash(body.newPassword, client)

    await inTransaction(call, async (tx) => {
      if (!(await lockUnchanged(tx))) throw fail('wrong_password')
      await accountsIn(tx).setPassword(account.id, passwordHash, clock.now())
      await keepDevice(tx, account.id)
      await endEverythingOf(tx, account.id, 'password_changed', session.id)
      await tx.record('password.changed', { actorId: account.id, targetUserId: account.id, sessionId: session.id })
      await notifyOfPassword(tx, account)
    })
    return { message: 'Your password was changed. All other sessions were ended.' }
  },
})
