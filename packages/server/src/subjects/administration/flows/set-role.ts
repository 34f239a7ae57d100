import { Type } from 'typebox'
import { actorOf } from '../../../gate/access/actor.ts'
import { lockUserFor } from '../../../gate/access/lock-user.ts'
import { isRole, ROLES } from '../../../gate/accounts/roles.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { oneOf } from '../../../platform/kernel/one-of.ts'
import { changeRole } from '../steps/change-role.ts'

/** The new role counts from the next request on: every session check reads it. */
export const setRole = endpoint({
  route: 'PATCH /admin/users/{id}/role',
  params: { id: 'The account.' },
  summary: 'Make an account an administrator, or no longer',
  auth: 'admin',
  scope: 'users:write',
  wantsStepUp: true,
  limit: 'general',
  body: Type.Object({ role: oneOf(ROLES, { description: 'What the account may do from now on.' }) }),
  reply: Message,
  errors: ['invalid_role', 'insufficient_scope', 'user_not_found', 'last_admin', 'admin_factor_missing'],

  async handle(call) {
    const { body, caller, fail } = call
    const { role } = body
    if (!isRole(role)) throw fail('invalid_role')
    if (role === 'admin' && 'key' in caller) throw fail('insufficient_scope')
    await inTransaction(call, async (tx) => {
      const { account, own } = await lockUserFor(tx)
      const refusal = await changeRole(tx, account, role, { actorId: actorOf(caller), own })
      if (refusal) throw fail(refusal)
    })
    return { message: 'The role was changed.' }
  },
})
