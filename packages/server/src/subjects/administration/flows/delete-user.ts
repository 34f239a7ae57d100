import { actorOf } from '../../../gate/access/actor.ts'
import { isLastAdmin } from '../../../gate/access/guard-last-admin.ts'
import { lockUser } from '../../../gate/access/lock-user.ts'
import { deletingAccount } from '../../../gate/accounts/delete-account.ts'
import { endpoint } from '../../../gate/deps.ts'
import { Message } from '../../../gate/views/fields.ts'
import { isId } from '../../../platform/kernel/ids.ts'

export const deleteUser = endpoint({
  route: 'DELETE /admin/users/{id}',
  params: { id: 'The account.' },
  summary: 'Delete an account',
  auth: 'admin',
  scope: 'users:write',
  limit: 'general',
  reply: Message,
  errors: ['user_not_found', 'insufficient_scope', 'last_admin', 'cannot_remove_last_owner'],

  async handle(call) {
    const { params, caller, deps, fail } = call
    if (!isId(params.id)) throw fail('user_not_found')
    await deletingAccount(call, params.id, async (tx, remove) => {
      const account = await lockUser(tx)
      if (await isLastAdmin(tx, deps, account)) throw fail('last_admin')
      await tx.record('admin.user.deleted', { actorId: actorOf(caller), targetUserId: account.id })
      await remove(account, { actorId: actorOf(caller) })
    })
    return { message: 'The account was deleted.' }
  },
})
