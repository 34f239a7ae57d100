import { endOneSession, endSessions } from '../../../gate/access/end-access.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'
import { isId } from '../../../platform/kernel/ids.ts'

/** Unknown and foreign ids are refused alike. */
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
    const { id } = call.params
    const { account, session } = call.caller
    if (!isId(id)) throw call.fail('session_not_found')
    await inTransaction(call, async (tx) => {
      await accountsIn(tx).lock(account.id, tx.deps.clock.now())
      if (!(await endOneSession(tx, { id, accountId: account.id }, 'ended_by_owner'))) throw call.fail('session_not_found')
    })
    const body = { message: 'The session was ended.' }
    return id === session.id ? new Answer(body, { session: 'end' }) : body
  },
})

export const endOtherSessions = endpoint({
  route: 'DELETE /auth/sessions',
  summary: 'End every session of the account but this one',
  auth: 'session',
  limit: 'general',
  reply: Message,
  errors: [],

  async handle(call) {
    const { account, session } = call.caller
    await inTransaction(call, async (tx) => {
      await accountsIn(tx).lock(account.id, tx.deps.clock.now())
      await endSessions(tx, account.id, 'ended_by_owner', { keptId: session.id })
    })
    return { message: 'All other sessions were ended.' }
  },
})
