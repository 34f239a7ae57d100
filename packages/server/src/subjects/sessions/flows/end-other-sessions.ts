import { endSessions } from '../../../gate/access/end-access.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { Message } from '../../../gate/views/message.ts'

export const endOtherSessions = endpoint({
  route: 'DELETE /auth/sessions',
  summary: 'End every session of the account but this one',
  auth: 'session',
  limit: 'general',
  reply: Message,
  errors: [],

  async handle(call) {
    const {
      caller: { account, session },
      deps,
    } = call
    await deps.store.transaction(async (tx) => {
      await accountsIn(tx).lock(account.id, deps.clock.now())
      await endSessions(tx, call, account.id, { keptId: session.id })
    })
    return { message: 'All other sessions were ended.' }
  },
})
