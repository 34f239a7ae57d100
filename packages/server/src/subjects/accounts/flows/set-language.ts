import { Type } from 'typebox'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { Message, textOrNull } from '../../../gate/views/fields.ts'

/** An account without a chosen language gets mails and pages in the language that the browser asks for. */
export const setLanguage = endpoint({
  route: 'PUT /auth/language',
  summary: 'Choose the language of mails and pages, or none',
  auth: 'session',
  limit: 'general',
  // Null and an empty text remove the choice. The field is required, so that a request that forgets it changes nothing.
  body: Type.Object({ language: textOrNull('`en`, `de`, `fr` or `es`; null goes by the browser again.') }),
  reply: Message,
  errors: ['invalid_input'],

  async handle({ body: { language }, caller, deps: { store, clock, templates }, fail }) {
    if (language && !templates.languages.includes(language)) throw fail('invalid_input')
    await store.transaction((tx) => accountsIn(tx).setLanguage(caller.account.id, language || undefined, clock.now()))
    return { message: 'Your language was changed.' }
  },
})
