import { Type } from 'typebox'
import { actorOf } from '../../core/access/actor.ts'
import { record } from '../../core/audit/audit.ts'
import { endpoint } from '../../core/deps.ts'
import { Message } from '../../core/views/message.ts'
import { displayName } from '../../kernel/display-name.ts'
import { findUser } from './find-user.ts'

export const renameUser = endpoint({
  route: 'PATCH /admin/users/{id}/name',
  params: { id: 'The account.' },
  summary: 'Change the display name of an account',
  auth: 'admin',
  scope: 'users:write',
  limit: 'general',
  body: Type.Object({ name: Type.String() }),
  reply: Message,
  errors: ['validation_error', 'user_not_found'],

  async handle(call) {
    const { body, params, caller, deps, fail } = call
    const name = displayName(body.name)
    if (name === undefined) throw fail('validation_error', { message: 'Please enter a name of 1 to 200 visible characters.' })
    await deps.store.transaction(async (tx) => {
      const now = deps.clock.now()
      const known = await findUser(tx, params.id)
      const account = known && (await tx.accounts.hold(known.id, now))
      if (!account) throw fail('user_not_found')
      if (account.name === name) return
      await tx.accounts.setName(account.id, name, now)
      await record(tx, call, 'admin.user.renamed', { actorId: actorOf(caller), targetUserId: account.id })
    })
    return { message: 'The name was changed.' }
  },
})
