import { Type } from 'typebox'
import { endOneSession } from '../../../gate/access/end-access.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { countField, listOf } from '../../../gate/views/fields.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'
import { isId } from '../../../platform/kernel/ids.ts'

const MOST = 100

/** Unknown ids and ids of ended or foreign sessions are passed over, so that the answer tells of no foreign session. */
export const endChosenSessions = endpoint({
  route: 'POST /auth/sessions/revoke',
  summary: 'End several sessions of the account',
  auth: 'session',
  limit: 'general',
  endsSession: true,
  body: Type.Object({
    sessionIds: listOf(Type.String(), 'The sessions to end. Those of other accounts, and those that are over, are left out.'),
  }),
  reply: Type.Object({ revoked: countField('How many were ended.') }),
  errors: ['invalid_input'],

  async handle(call) {
    const { sessionIds } = call.body
    const { account, session } = call.caller
    if (sessionIds.length < 1 || sessionIds.length > MOST)
      throw call.fail('invalid_input', { message: `sessionIds must name 1 to ${MOST} sessions.` })

    const ended = await inTransaction(call, async (tx) => {
      await accountsIn(tx).lock(account.id, tx.deps.clock.now())
      const ids: string[] = []
      for (const id of sessionIds.filter(isId)) {
        if (await endOneSession(tx, { id, accountId: account.id }, 'ended_by_owner')) ids.push(id)
      }
      return ids
    })
    const reply = { revoked: ended.length }
    return ended.includes(session.id) ? new Answer(reply, { session: 'end' }) : reply
  },
})
