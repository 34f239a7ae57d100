import { Type } from 'typebox'
import { DATA_REFUSALS, readChanges } from '../../../gate/data/changes.ts'
import { readableBy } from '../../../gate/data/rights.ts'
import { OrgData, OrgDataChange } from '../../../gate/data/schemas.ts'
import { filledValues } from '../../../gate/data/visible-values.ts'
import { type Deps, endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { changeDataOfOrg } from '../steps/change-org-data.ts'
import { enterOrganisation, orgRoute, requireMembership } from '../steps/enter-organisation.ts'
import { orgDataIn, type OrgData as Stored } from '../tables/org-data.ts'

const view = ({ data: { orgFields } }: Deps['config'], found: Stored | undefined) => ({
  data: filledValues(readableBy(orgFields, 'member'), found?.data),
})

export const getOrgData = endpoint({
  ...orgRoute,
  route: 'GET /auth/orgs/{orgId}/data',
  summary: 'The data of an organisation: values of the fields that its members see',
  auth: 'session',
  orgRole: 'member',
  reply: Type.Object({ data: OrgData }),
  errors: [],

  async handle(call) {
    const { org } = await requireMembership(call.deps.store, call)
    return view(call.deps.config, await orgDataIn(call.deps.store).find(org.id))
  },
})

export const changeOrgData = endpoint({
  ...orgRoute,
  route: 'PATCH /auth/orgs/{orgId}/data',
  summary: 'Change data of an organisation',
  auth: 'session',
  orgRole: 'admin',
  body: Type.Object({ data: OrgDataChange }),
  reply: Type.Object({ data: OrgData }),
  errors: DATA_REFUSALS,

  async handle(call) {
    const { body, caller, deps } = call
    return inTransaction(call, async (tx) => {
      const { org } = await enterOrganisation(tx)
      // Only members are told which fields there are.
      const changes = readChanges(deps.config.data.orgFields, body.data, 'owner')
      return view(deps.config, await changeDataOfOrg(tx, org, changes, { actorId: caller.account.id }))
    })
  },
})
