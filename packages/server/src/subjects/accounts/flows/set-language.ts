import { Type } from 'typebox'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { Message } from '../../../gate/views/message.ts'

/** The language of an account's mails and pages. Without one, both follow what the browser asks for. */
export const setLanguage = endpoint({
  route: 'PUT /auth/language',
  summary: 'Choose the language of mails and pages, or none',
  auth: 'session',
  limit: 'general',
  // Null as well as empty removes it; but what did not come changes nothing.
  body: Type.Object({ language: Type.Union([Type.String(), Type.Null()]) }),
  reply: Message,
  errors: ['invalid_input'],

  async handle({ body: { language }, caller, deps: { store, clock, templates }, fail }) {
    if (language && !templates.languages.includes(language)) throw fail('invalid_input')
    await store.transaction((tx) => accountsIn(tx).setLanguage(caller.account.id, language || undefined, clock.now()))
    return { message: 'Your language was changed.' }
  },
})
