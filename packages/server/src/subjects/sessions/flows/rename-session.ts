import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { sessionNamesIn } from '../../../gate/sessions/tables/session-names.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { OwnSessionView, ownSessionView } from '../../../gate/views/session-view.ts'
import { visibleLine } from '../../../platform/kernel/display-name.ts'
import { isId } from '../../../platform/kernel/ids.ts'

const LENGTH = 60

/** Unknown ids and ids of ended or foreign sessions are refused alike. */
export const renameSession = endpoint({
  route: 'PATCH /auth/sessions/{id}',
  params: { id: 'The session.' },
  summary: 'Give a session of the account a name',
  auth: 'session',
  limit: 'general',
  body: Type.Object({ name: Type.String({ description: `1 to ${LENGTH} visible characters on one line; empty for none.` }) }),
  reply: OwnSessionView,
  errors: ['validation_error', 'session_not_found'],

  async handle(call) {
    const { body, params, caller, fail } = call
    if (!isId(params.id)) throw fail('session_not_found')
    const name = visibleLine(body.name, LENGTH)
    if (name === undefined && body.name.trim() !== '')
      throw fail('validation_error', { message: `A name has 1 to ${LENGTH} visible characters on one line.` })
    return inTransaction(call, async (tx) => {
      const { id } = caller.account
      const renamed = await sessionNamesIn(tx).set(params.id, id, name, tx.deps.clock.now())
      if (!renamed) throw fail('session_not_found')
      const subject = { actorId: id, targetUserId: id, sessionId: caller.session.id }
      if (renamed.isChanged) await tx.record('session.renamed', { ...subject, metadata: { session: params.id } })
      return ownSessionView(renamed.session)
    })
  },
})
