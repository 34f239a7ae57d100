import { endSessions } from '../../core/access/end-access.ts'
import { endpoint } from '../../core/deps.ts'
import { Message } from '../../core/views/message.ts'

export const endOtherSessions = endpoint({
  route: 'DELETE /auth/sessions',
  summary: 'End every session of the account but this one',
  auth: 'session',
  limit: 'general',
  reply: Message,
  errors: [],

  async handle({ caller: { account, session }, client, deps }) {
    await deps.store.transaction(async (tx) => {
      await tx.accounts.hold(account.id, deps.clock.now())
      await endSessions(tx, { deps, client }, account.id, session.id)
    })
    return { message: 'All other sessions were ended.' }
  },
})
