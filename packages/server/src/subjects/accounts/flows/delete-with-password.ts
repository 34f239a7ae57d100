import { Type } from 'typebox'
import { isLastAdmin } from '../../../gate/access/guard-last-admin.ts'
import { deletingAccount } from '../../../gate/accounts/delete-account.ts'
import { endpoint } from '../../../gate/deps.ts'
import { owesAdminFactor } from '../../../gate/factors/gates.ts'
import { confirmPassword, lockUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { hasPassword } from '../../../gate/passwords/has-passwords.ts'
import { Message } from '../../../gate/views/fields.ts'
import { passwordField } from '../../../gate/views/input-fields.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'

export const deleteWithPassword = endpoint({
  route: 'DELETE /auth/account',
  summary: 'Delete the account, confirmed by its password',
  auth: 'guarded',
  limit: 'credentials',
  endsSession: true,
  body: Type.Object({ password: passwordField }),
  reply: Message,
  errors: ['no_password', 'wrong_password', 'last_admin', 'two_factor_required', 'cannot_remove_last_owner', 'overloaded'],

  async handle(call) {
    const { body, caller, deps, fail } = call
    if (!hasPassword(deps.config, caller.account)) throw fail('no_password')
    if (!(await confirmPassword(call, body.password))) throw fail('wrong_password')
    await deletingAccount(call, caller.account.id, async (tx, remove) => {
      const account = await lockUnchanged(tx)
      if (!account) throw fail('wrong_password')
      if (await isLastAdmin(tx, deps, account)) throw fail('last_admin')
      // A password alone must not remove an administrator.
      if (owesAdminFactor(deps, account, caller.session)) throw fail('two_factor_required')
      await remove(account)
    })
    return new Answer({ message: 'Your account was deleted.' }, { session: 'end' })
  },
})
