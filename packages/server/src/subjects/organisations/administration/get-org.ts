import { endpoint } from '../../../gate/deps.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { organisationsIn } from '../tables/organisations.ts'
import { OrganisationView, organisationView } from '../views/organisation-view.ts'

/** Shared by the administrators' routes to one organisation. Each route names its own `scope`, to be plain to see there. */
export const adminOrgRoute = { params: { id: 'The organisation.' }, partOf: 'organisations.enabled', limit: 'general' } as const

export const getOrg = endpoint({
  ...adminOrgRoute,
  route: 'GET /admin/orgs/{id}',
  summary: 'One organisation',
  auth: 'admin',
  scope: 'orgs:read',
  reply: OrganisationView,
  errors: ['org_not_found'],
  handle: async ({ params, deps }) => organisationView(await findOrg(deps.store, params.id)),
})

export async function findOrg(connection: Connection, id: string) {
  const org = isId(id) ? await organisationsIn(connection).find(id) : undefined
  if (!org) throw new Failure('org_not_found')
  return org
}
