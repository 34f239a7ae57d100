import { Type } from 'typebox'
import { actorOf } from '../../../gate/access/actor.ts'
import { lockActor } from '../../../gate/access/lock-actor.ts'
import { readChanges } from '../../../gate/data/changes.ts'
import type { Fields } from '../../../gate/data/field.ts'
import { WholeOrgData, WholeOrgDataChange } from '../../../gate/data/schemas.ts'
import { fieldsToldOf } from '../../../gate/data/told.ts'
import { filledValues } from '../../../gate/data/visible-values.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { ifUpdatedAt, timeField } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { changeDataOfOrg } from '../steps/change-org-data.ts'
import { type OrgData, orgDataIn } from '../tables/org-data.ts'
import { organisationsIn } from '../tables/organisations.ts'
import { adminOrgRoute, findOrg } from './get-org.ts'

const Whole = Type.Object({
  data: WholeOrgData,
  updatedAt: timeField('When the data last changed; when the organisation was made, where it never did.'),
})

const view = (fields: Fields, { data, updatedAt }: OrgData) => ({
  data: filledValues(fields, data),
  updatedAt: timestamp(updatedAt),
})

export const getWholeOrgData = endpoint({
  ...adminOrgRoute,
  route: 'GET /admin/orgs/{id}/data',
  summary: 'All data of an organisation',
  auth: 'admin',
  scope: 'data:read',
  reply: Whole,
  errors: ['org_not_found'],

  async handle({ params, deps: { store, config }, fail }) {
    const { id } = await findOrg(store, params.id)
    const found = await orgDataIn(store).find(id)
    if (!found) throw fail('org_not_found')
    return view(config.data.orgFields, found)
  },
})

export const changeWholeOrgData = endpoint({
  ...adminOrgRoute,
  route: 'PATCH /admin/orgs/{id}/data',
  summary: 'Change data of an organisation, of every tier',
  auth: 'admin',
  scope: 'data:write',
  body: Type.Object({ data: WholeOrgDataChange, ifUpdatedAt }),
  reply: Whole,
  errors: ['invalid_data', 'unknown_field', 'invalid_input', 'data_changed', 'org_not_found'],

  async handle(call) {
    const { body, params, caller, deps, fail } = call
    const changes = readChanges(deps.config.data.orgFields, body.data, 'operator')
    const { id } = await findOrg(deps.store, params.id)
    return inTransaction(call, async (tx) => {
      const org = await organisationsIn(tx).lock(id)
      if (!org) throw fail('org_not_found')
      await lockActor(tx)
      return view(
        fieldsToldOf(caller, deps.config.data.orgFields, changes),
        await changeDataOfOrg(tx, org, changes, { actorId: actorOf(caller), isOperator: true, ifUpdatedAt: body.ifUpdatedAt }),
      )
    })
  },
})
