import { Type } from 'typebox'
import { actorOf, mayAppoint } from '../../core/access/actor.ts'
import { isLastAdmin } from '../../core/access/guard-last-admin.ts'
import { record } from '../../core/audit/audit.ts'
import { endpoint } from '../../core/deps.ts'
import { notify } from '../../core/mails/notify.ts'
import { Message } from '../../core/views/message.ts'
import { oneOf } from '../../kernel/one-of.ts'
import { isRole, ROLES } from '../../kernel/roles.ts'
import { findUser } from './find-user.ts'

/** Acts on the very next request: the role is read with every session check. */
export const setRole = endpoint({
  route: 'PATCH /admin/users/{id}/role',
  params: { id: 'The account.' },
  summary: 'Make an account an administrator, or no longer',
  auth: 'admin',
  scope: 'users:write',
  limit: 'general',
  body: Type.Object({ role: oneOf(ROLES) }),
  reply: Message,
  errors: ['invalid_role', 'insufficient_scope', 'user_not_found', 'last_admin'],

  async handle(call) {
    const {
      body: { role },
      params,
      caller,
      deps,
      fail,
    } = call
    if (!isRole(role)) throw fail('invalid_role')
    if (role === 'admin' && !mayAppoint(caller)) throw fail('insufficient_scope')
    await deps.store.transaction(async (tx) => {
      const now = deps.clock.now()
      const known = await findUser(tx, params.id)
      const account = known && (await tx.accounts.hold(known.id, now))
      if (!account) throw fail('user_not_found')
      if (role === 'user' && (await isLastAdmin(tx, deps, account))) throw fail('last_admin')
      if (account.role === role) return
      await tx.accounts.setRole(account.id, role, now)
      const subject = { actorId: actorOf(caller), targetUserId: account.id, metadata: { role } }
      await record(tx, call, 'admin.user.role_changed', subject)
      if (role === 'admin') await notify(tx, call, 'new-administrator', account)
    })
    return { message: 'The role was changed.' }
  },
})
