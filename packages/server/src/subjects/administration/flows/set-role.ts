import { Type } from 'typebox'
import { actorOf } from '../../../gate/access/actor.ts'
import { isLastAdmin } from '../../../gate/access/guard-last-admin.ts'
import { lockUser } from '../../../gate/access/lock-user.ts'
import { isRole, ROLES } from '../../../gate/accounts/roles.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { tellOfAdministrator } from '../../../gate/mails/tell-administrators.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { oneOf } from '../../../platform/kernel/one-of.ts'
import { cancelEmailChange } from '../../email-change/index.ts'
import { endKeysOf } from '../../keys/index.ts'

/** The new role counts from the next request on: every session check reads it. */
export const setRole = endpoint({
  route: 'PATCH /admin/users/{id}/role',
  params: { id: 'The account.' },
  summary: 'Make an account an administrator, or no longer',
  auth: 'admin',
  scope: 'users:write',
  wantsStepUp: true,
  limit: 'general',
  body: Type.Object({ role: oneOf(ROLES) }),
  reply: Message,
  errors: ['invalid_role', 'insufficient_scope', 'user_not_found', 'last_admin'],

  async handle(call) {
    const { body, caller, deps, fail } = call
    const { role } = body
    if (!isRole(role)) throw fail('invalid_role')
    if (role === 'admin' && 'key' in caller) throw fail('insufficient_scope')
    const actorId = actorOf(caller)
    await inTransaction(call, async (tx) => {
      const account = await lockUser(tx)
      if (role === 'user' && (await isLastAdmin(tx, deps, account))) throw fail('last_admin')
      if (account.role === role) return
      await accountsIn(tx).setRole(account.id, role, deps.clock.now())
      await tx.record('admin.user.role_changed', { actorId, targetUserId: account.id, metadata: { role } })
      if (role === 'user') return endKeysOf(tx, account.id, 'demoted', actorId)
      // A pending change of address was asked for with less proof than an administrator owes.
      await cancelEmailChange(tx, account.id, 'credentials', actorId)
      await tx.notify('new-administrator', account)
      await tellOfAdministrator(tx, account, actorId)
    })
    return { message: 'The role was changed.' }
  },
})
