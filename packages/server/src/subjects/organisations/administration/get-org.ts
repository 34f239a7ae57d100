import { endpoint } from '../../../gate/deps.ts'
import { OrganisationView, organisationView } from '../views/organisation-view.ts'
import { findOrg } from './find-org.ts'

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
