import { Type } from 'typebox'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { nameField } from '../../../gate/views/input-fields.ts'
import { displayName } from '../../../platform/kernel/display-name.ts'

export const rename = endpoint({
  route: 'PUT /auth/name',
  summary: 'Change the display name',
  auth: 'session',
  limit: 'general',
  body: Type.Object({ name: nameField }),
  reply: Message,
  errors: ['validation_error'],

  async handle(call) {
    const { body, caller, deps, fail } = call
    const name = displayName(body.name)
    if (name === undefined) throw fail('validation_error', { message: 'Please enter a name of 1 to 200 visible characters.' })
    await inTransaction(call, async (tx) => {
      const { id } = caller.account
      const before = await accountsIn(tx).lock(id, deps.clock.now())
      if (before === undefined || before.name === name) return
      await accountsIn(tx).setName(id, name, deps.clock.now())
      await tx.record('user.renamed', { actorId: id, targetUserId: id, sessionId: caller.session.id })
    })
    return { message: 'Your name was changed.' }
  },
})
