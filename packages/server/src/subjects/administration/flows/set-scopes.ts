import { Type } from 'typebox'
import { actorOf } from '../../../gate/access/actor.ts'
import { lockUserFor } from '../../../gate/access/lock-user.ts'
import { covers, readAdminScopes } from '../../../gate/accounts/admin-scopes.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { SCOPES } from '../../../platform/kernel/scopes.ts'
import { changeScopes } from '../steps/change-scopes.ts'

const NAMES = '`all`, or a list of scopes. `support`, `auditor` and `orgs:*` stand for the scopes that they name.'

/** The new scopes count from the next request on: every session check reads them. */
export const setScopes = endpoint({
  route: 'PATCH /admin/users/{id}/scopes',
  params: { id: 'The administrator.' },
  summary: 'Say what an administrator may do',
  auth: 'admin',
  scope: 'users:write',
  wantsStepUp: true,
  limit: 'general',
  body: Type.Object({ scopes: Type.Union([Type.String(), Type.Array(Type.String())], { description: NAMES }) }),
  reply: Message,
  errors: ['invalid_input', 'user_not_found', 'insufficient_scope', 'last_admin'],

  async handle(call) {
    const { body, caller, fail } = call
    const read = readAdminScopes(body.scopes)
    if ('unknown' in read || read.scopes?.length === 0)
      throw fail('invalid_input', { message: `scopes must be all, support, auditor, or some of ${SCOPES.join(', ')}.` })
    await inTransaction(call, async (tx) => {
      const { account, own } = await lockUserFor(tx)
      if (!covers(own, read.scopes)) throw fail('insufficient_scope')
      if (account.role !== 'admin') throw fail('invalid_input', { message: 'Only an administrator has scopes.' })
      const refusal = await changeScopes(tx, account, read.scopes, actorOf(caller))
      if (refusal) throw fail(refusal)
    })
    return { message: 'What the administrator may do was changed.' }
  },
})
