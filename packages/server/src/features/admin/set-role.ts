import { Type } from 'typebox'
import { actorOf } from '../../core/access/actor.ts'
import { isLastAdmin } from '../../core/access/guard-last-admin.ts'
import { holdUser } from '../../core/access/hold-user.ts'
import { record } from '../../core/audit/audit.ts'
import { endpoint } from '../../core/deps.ts'
import { endKeysOf } from '../../core/keys/end-keys.ts'
import { cancelEmailChange } from '../../core/lifecycle/cancel-email-change.ts'
import { notify } from '../../core/mails/notify.ts'
import { tellOfAdministrator } from '../../core/mails/tell-administrators.ts'
import { Message } from '../../core/views/message.ts'
import { oneOf } from '../../kernel/one-of.ts'
import { isRole, ROLES } from '../../kernel/roles.ts'
import { accountsIn } from '../../store/tables/accounts.ts'

/** Acts on the very next request: the role is read with every session check. */
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
    await deps.store.transaction(async (tx) => {
      const now = deps.clock.now()
      const account = await holdUser(tx, call)
      if (role === 'user' && (await isLastAdmin(tx, deps, account))) throw fail('last_admin')
      if (account.role === role) return
      await accountsIn(tx).setRole(account.id, role, now)
      const subject = { actorId: actorOf(caller), targetUserId: account.id, metadata: { role } }
      await record(tx, call, 'admin.user.role_changed', subject)
      if (role === 'user') await endKeysOf(tx, call, account.id, 'demoted', actorOf(caller))
      // It was asked for by an account of which less was wanted.
      if (role === 'admin') await cancelEmailChange(tx, call, account.id, 'credentials', actorOf(caller))
      if (role === 'admin') await notify(tx, call, 'new-administrator', account)
      if (role === 'admin') await tellOfAdministrator(tx, call, account, actorOf(caller))
    })
    return { message: 'The role was changed.' }
  },
})
