import { endpoint } from '../../../gate/deps.ts'
import { sessionEndingsIn } from '../../../gate/sessions/tables/session-endings.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'

/** The cookies are cleared only once the end of the session is stored, so a browser without cookies is signed out for good. */
export const logout = endpoint({
  route: 'POST /auth/logout',
  summary: 'End the current session',
  auth: 'session',
  limit: 'general',
  endsSession: true,
  reply: Message,
  errors: [],

  async handle(call) {
    const { account, session } = call.caller
    await inTransaction(call, async (tx) => {
      await sessionEndingsIn(tx).end(session.id, account.id, tx.deps.clock.now())
      await tx.record('logout', { actorId: account.id, targetUserId: account.id, sessionId: session.id })
    })
    return new Answer({ message: 'You are signed out.' }, { session: 'end' })
  },
})
