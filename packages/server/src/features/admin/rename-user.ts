import { Type } from 'typebox'
import { actorOf } from '../../core/access/actor.ts'
import { holdUser } from '../../core/access/hold-user.ts'
import { record } from '../../core/audit/audit.ts'
import { endpoint } from '../../core/deps.ts'
import { Message } from '../../core/views/message.ts'
import { displayName } from '../../kernel/display-name.ts'
import { accountsIn } from '../../store/tables/accounts.ts'

export const renameUser = endpoint({
  route: 'PATCH /admin/users/{id}/name',
  params: { id: 'The account.' },
  summary: 'Change the display name of an account',
  auth: 'admin',
  scope: 'users:write',
  limit: 'general',
  body: Type.Object({ name: Type.String() }),
  reply: Message,
  errors: ['validation_error', 'user_not_found', 'insufficient_scope'],

  async handle(call) {
    const { body, caller, deps, fail } = call
    const name = displayName(body.name)
    if (name === undefined) throw fail('validation_error', { message: 'Please enter a name of 1 to 200 visible characters.' })
    await deps.store.transaction(async (tx) => {
      const now = deps.clock.now()
      const account = await holdUser(tx, call)
      if (account.name === name) return
      await accountsIn(tx).setName(account.id, name, now)
      await record(tx, call, 'admin.user.renamed', { actorId: actorOf(caller), targetUserId: account.id })
    })
    return { message: 'The name was changed.' }
  },
})
