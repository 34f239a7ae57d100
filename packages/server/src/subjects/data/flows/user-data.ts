import { Type } from 'typebox'
import { actorOf } from '../../../gate/access/actor.ts'
import { lockUser } from '../../../gate/access/lock-user.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { changeData } from '../../../gate/data/change-data.ts'
import { readChanges } from '../../../gate/data/changes.ts'
import type { Fields } from '../../../gate/data/field.ts'
import { AccountData, AccountDataChange } from '../../../gate/data/schemas.ts'
import { fieldsToldOf } from '../../../gate/data/told.ts'
import { filledValues, type StoredData } from '../../../gate/data/visible-values.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { ifUpdatedAt, timeField } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { isId } from '../../../platform/kernel/ids.ts'

const UserData = Type.Object({
  data: AccountData,
  updatedAt: timeField('When the data last changed; when the account was made, where it never did.'),
})

const view = (fields: Fields, stored: StoredData, updatedAt: number) => ({
  data: filledValues(fields, stored),
  updatedAt: timestamp(updatedAt),
})

export const getUserData = endpoint({
  route: 'GET /admin/users/{id}/data',
  params: { id: 'The account.' },
  summary: 'All data of an account',
  auth: 'admin',
  scope: 'data:read',
  limit: 'general',
  reply: UserData,
  errors: ['user_not_found'],

  async handle({ params, deps: { store, config }, fail }) {
    const found = isId(params.id) ? await accountsIn(store).findData(params.id) : undefined
    if (!found) throw fail('user_not_found')
    return view(config.data.fields, found.data, found.updatedAt)
  },
})

export const changeUserData = endpoint({
  route: 'PATCH /admin/users/{id}/data',
  params: { id: 'The account.' },
  summary: 'Change data of an account, of every tier',
  auth: 'admin',
  scope: 'data:write',
  limit: 'general',
  body: Type.Object({ data: AccountDataChange, ifUpdatedAt }),
  reply: UserData,
  errors: ['invalid_data', 'unknown_field', 'invalid_input', 'data_changed', 'user_not_found', 'insufficient_scope'],

  async handle(call) {
    const { body, caller, deps } = call
    const changes = readChanges(deps.config.data.fields, body.data, 'operator')
    return inTransaction(call, async (tx) => {
      const account = await lockUser(tx)
      const by = { actorId: actorOf(caller), ifUpdatedAt: body.ifUpdatedAt }
      const changed = await changeData(tx, account, changes, by)
      return view(fieldsToldOf(caller, deps.config.data.fields, changes), changed.account.data, changed.updatedAt)
    })
  },
})
