import { record } from '../../../gate/audit/audit.ts'
import { endpoint } from '../../../gate/deps.ts'
import { sessionEndingsIn } from '../../../gate/sessions/tables/session-endings.ts'
import { Message } from '../../../gate/views/message.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'
import { isId } from '../../../platform/kernel/ids.ts'

/** Ends one session of the caller's own. Unknown and foreign ids look the same. */
export const endSession = endpoint({
  route: 'DELETE /auth/sessions/{id}',
  params: { id: 'The session.' },
  summary: 'End one session of the account',
  auth: 'session',
  limit: 'general',
  endsSession: true,
  reply: Message,
  errors: ['session_not_found'],

  async handle(call) {
    const {
      params: { id },
      caller: { account, session },
      deps,
      fail,
    } = call
    if (!isId(id)) throw fail('session_not_found')
    await deps.store.transaction(async (tx) => {
      if (!(await sessionEndingsIn(tx).end(id, account.id, deps.clock.now()))) throw fail('session_not_found')
      await record(tx, call, 'session.revoked', { actorId: account.id, targetUserId: account.id, sessionId: id })
    })
    const body = { message: 'The session was ended.' }
    return id === session.id ? new Answer(body, { session: 'end' }) : body
  },
})
