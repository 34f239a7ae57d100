import { Type } from 'typebox'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
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

  async handle({ body, caller, deps: { store, clock }, fail }) {
    const name = displayName(body.name)
    if (name === undefined) throw fail('validation_error', { message: 'Please enter a name of 1 to 200 visible characters.' })
    await store.transaction((tx) => accountsIn(tx).setName(caller.account.id, name, clock.now()))
    return { message: 'Your name was changed.' }
  },
})
