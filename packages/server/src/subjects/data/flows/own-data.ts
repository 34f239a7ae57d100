import { Type } from 'typebox'
import { lockCaller } from '../../../gate/access/lock-caller.ts'
import { changeData } from '../../../gate/data/change-data.ts'
import { DATA_REFUSALS, readChanges } from '../../../gate/data/changes.ts'
import { ownData } from '../../../gate/data/own-data.ts'
import { OwnData, OwnDataChange } from '../../../gate/data/schemas.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'

export const getData = endpoint({
  route: 'GET /auth/data',
  summary: 'The data of the account: values of the fields that its owner sees',
  auth: 'session',
  limit: 'general',
  reply: Type.Object({ data: OwnData }),
  errors: [],

  handle: async ({ caller, deps: { config } }) => ({ data: ownData(config, caller.account) }),
})

/** Fields that are not the owner's are refused before anything is written, and so nothing is. */
export const changeOwnData = endpoint({
  route: 'PATCH /auth/data',
  summary: 'Change data of the account',
  auth: 'session',
  limit: 'general',
  body: Type.Object({ data: OwnDataChange }),
  reply: Type.Object({ data: OwnData }),
  errors: DATA_REFUSALS,

  async handle(call) {
    const { body, caller, deps } = call
    const changes = readChanges(deps.config.data.fields, body.data, 'owner')
    return inTransaction(call, async (tx) => {
      const account = await lockCaller(tx)
      const changed = await changeData(tx, account, changes, { actorId: account.id, sessionId: caller.session.id })
      return { data: ownData(deps.config, changed.account) }
    })
  },
})
