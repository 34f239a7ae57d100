import { Type } from 'typebox'
import { actorOf } from '../../../gate/access/actor.ts'
import { lockUser } from '../../../gate/access/lock-user.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { nameField } from '../../../gate/views/input-fields.ts'
import { displayName } from '../../../platform/kernel/display-name.ts'

export const renameUser = endpoint({
  route: 'PATCH /admin/users/{id}/name',
  params: { id: 'The account.' },
  summary: 'Change the display name of an account',
  auth: 'admin',
  scope: 'users:write',
  limit: 'general',
  body: Type.Object({ name: nameField }),
  reply: Message,
  errors: ['validation_error', 'user_not_found', 'insufficient_scope'],

  async handle(call) {
    const { body, caller, deps, fail } = call
    const name = displayName(body.name)
    if (name === undefined) throw fail('validation_error', { message: 'Please enter a name of 1 to 200 visible characters.' })
    await inTransaction(call, async (tx) => {
      const account = await lockUser(tx)
      if (account.name === name) return
      await accountsIn(tx).setName(account.id, name, deps.clock.now())
      await tx.record('admin.user.renamed', { actorId: actorOf(caller), targetUserId: account.id })
    })
    return { message: 'The name was changed.' }
  },
})
