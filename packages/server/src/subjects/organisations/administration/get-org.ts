import { endpoint } from '../../../gate/deps.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { organisationsIn } from '../tables/organisations.ts'
import { OrganisationView, organisationView } from '../views/organisation-view.ts'

export const getOrg = endpoint({
  route: 'GET /admin/orgs/{id}',
  params: { id: 'The organisation.' },
  summary: 'One organisation',
  auth: 'admin',
  scope: 'orgs:read',
  partOf: 'organisations.enabled',
  limit: 'general',
  reply: OrganisationView,
  errors: ['org_not_found'],
  handle: async ({ params, deps }) => organisationView(await findOrg(deps.store, params.id)),
})

/** The organisation behind an id from a path; anything that is no id names none. */
export async function findOrg(connection: Connection, id: string) {
  const org = isId(id) ? await organisationsIn(connection).find(id) : undefined
  if (!org) throw new Failure('org_not_found')
  return org
}
