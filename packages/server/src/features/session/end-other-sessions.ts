import { record } from '../../core/audit.ts'
import { endpoint } from '../../core/deps.ts'
import { Message } from '../../core/views.ts'

export const endOtherSessions = endpoint({
  route: 'DELETE /auth/sessions',
  summary: 'End every session of the account but this one',
  auth: 'session',
  limit: 'general',
  reply: Message,
  errors: [],

  async handle({ caller: { account, session }, client, deps }) {
    await deps.store.transaction(async (tx) => {
      for (const id of await tx.sessions.endOthers(account.id, session.id, deps.clock.now())) {
        await record(tx, { deps, client }, 'session.revoked', { actorId: account.id, targetUserId: account.id, sessionId: id })
      }
    })
    return { message: 'All other sessions were ended.' }
  },
})
