import { actorOf } from '../../../gate/access/actor.ts'
import { endAllSessions, endOneSession } from '../../../gate/access/end-access.ts'
import { lockActor } from '../../../gate/access/lock-actor.ts'
import { lockUser } from '../../../gate/access/lock-user.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { isId } from '../../../platform/kernel/ids.ts'

const shared = { auth: 'admin', scope: 'sessions:write', limit: 'general', reply: Message } as const

export const endUserSessions = endpoint({
  ...shared,
  route: 'DELETE /admin/users/{id}/sessions',
  params: { id: 'The account.' },
  summary: 'End every session of an account',
  errors: ['user_not_found', 'insufficient_scope'],

  async handle(call) {
    const { caller } = call
    await inTransaction(call, async (tx) => {
      const account = await lockUser(tx)
      const { count } = await endAllSessions(tx, account.id)
      const subject = { actorId: actorOf(caller), targetUserId: account.id, metadata: { sessions: count } }
      await tx.record('admin.user.sessions_revoked', subject)
    })
    return { message: 'All sessions of the account were ended.' }
  },
})

export const endUserSession = endpoint({
  ...shared,
  route: 'DELETE /admin/users/{id}/sessions/{sessionId}',
  params: { id: 'The account.', sessionId: 'The session.' },
  summary: 'End one session of an account',
  errors: ['session_not_found', 'insufficient_scope'],

  async handle(call) {
    const { params, caller, fail } = call
    const { id, sessionId } = params
    if (!isId(id) || !isId(sessionId)) throw fail('session_not_found')
    await inTransaction(call, async (tx) => {
      await lockActor(tx, id)
      const session = { id: sessionId, accountId: id }
      if (!(await endOneSession(tx, session, 'ended_by_administrator', actorOf(caller)))) throw fail('session_not_found')
    })
    return { message: 'The session was ended.' }
  },
})
