import { Type } from 'typebox'
import { endpoint } from '../../gate/deps.ts'
import { inTransaction } from '../../gate/transaction.ts'
import { Message, textField, textOrNull } from '../../gate/views/fields.ts'
import { mottosIn } from './table.ts'

/** The motto, the event and the mail are one transaction: the owner is told of every change, and of none that did not happen. */
export const setMotto = endpoint({
  route: 'PUT /auth/motto',
  summary: 'Choose a motto',
  auth: 'session',
  limit: 'general',
  body: Type.Object({ text: textField('At most as long as `MOTTO_MAX_LENGTH`; empty for none.') }),
  reply: Message,
  errors: ['motto_too_long'],

  async handle(call) {
    const { body, caller, deps, fail } = call
    const { account, session } = caller
    if (body.text.length > deps.config.mottos.maxLength) throw fail('motto_too_long')
    await inTransaction(call, async (tx) => {
      await mottosIn(tx).set(account.id, body.text, deps.clock.now())
      await tx.record('motto.set', { actorId: account.id, targetUserId: account.id, sessionId: session.id })
      await tx.notify('motto-set', account)
    })
    return { message: 'Your motto was saved.' }
  },
})

export const getMotto = endpoint({
  route: 'GET /auth/motto',
  summary: 'The motto of the account',
  auth: 'session',
  limit: 'general',
  reply: Type.Object({ text: textOrNull('Null where there is none.') }),
  errors: [],

  handle: async ({ caller, deps }) => ({ text: (await mottosIn(deps.store).find(caller.account.id)) ?? null }),
})
