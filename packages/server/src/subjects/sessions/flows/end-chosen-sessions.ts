import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { sessionEndingsIn } from '../../../gate/sessions/tables/session-endings.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'
import { isId } from '../../../platform/kernel/ids.ts'

const MOST = 100

/** Ends the caller's own among the named sessions; unknown, ended and foreign ids are passed over. */
export const endChosenSessions = endpoint({
  route: 'POST /auth/sessions/revoke',
  summary: 'End several sessions of the account',
  auth: 'session',
  limit: 'general',
  endsSession: true,
  body: Type.Object({ sessionIds: Type.Array(Type.String()) }),
  reply: Type.Object({ revoked: Type.Integer() }),
  errors: ['invalid_input'],

  async handle(call) {
    const { body, caller, deps, fail } = call
    const { sessionIds } = body
    const { account, session } = caller
    if (sessionIds.length < 1 || sessionIds.length > MOST)
      throw fail('invalid_input', { message: `sessionIds must name 1 to ${MOST} sessions.` })

    const ended = await inTransaction(call, async (tx) => {
      const ids: string[] = []
      // In one order for every request, so that two such requests cannot wait for each other.
      for (const id of sessionIds.filter(isId).sort()) {
        if (!(await sessionEndingsIn(tx).end(id, account.id, deps.clock.now()))) continue
        await tx.record('session.revoked', { actorId: account.id, targetUserId: account.id, sessionId: id })
        ids.push(id)
      }
      return ids
    })
    const reply = { revoked: ended.length }
    return ended.includes(session.id) ? new Answer(reply, { session: 'end' }) : reply
  },
})
