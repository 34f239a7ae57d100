import { endpoint } from '../../../gate/deps.ts'
import { sessionEndingsIn } from '../../../gate/sessions/tables/session-endings.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/message.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'

/** The cookies go only once the revocation is written: a visitor who sees them gone is signed out for good. */
export const logout = endpoint({
  route: 'POST /auth/logout',
  summary: 'End the current session',
  auth: 'session',
  limit: 'general',
  endsSession: true,
  reply: Message,
  errors: [],

  async handle(call) {
    const { caller, deps } = call
    const { account, session } = caller
    await inTransaction(call, async (tx) => {
      await sessionEndingsIn(tx).end(session.id, account.id, deps.clock.now())
      await tx.record('logout', { actorId: account.id, targetUserId: account.id, sessionId: session.id })
    })
    return new Answer({ message: 'You are signed out.' }, { session: 'end' })
  },
})
