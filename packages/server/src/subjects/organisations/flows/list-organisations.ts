import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { pageFields, pageQuery, readPage } from '../../../gate/lists/paging.ts'
import { organisationsIn } from '../tables/organisations.ts'
import { OwnOrganisation, organisationView } from '../views/organisation-view.ts'

export const listOrganisations = endpoint({
  route: 'GET /auth/orgs',
  summary: "The caller's organisations, by name",
  auth: 'session',
  partOf: 'organisations.enabled',
  limit: 'general',
  query: Type.Object(pageQuery),
  reply: Type.Object({ orgs: Type.Array(OwnOrganisation), ...pageFields }),
  errors: ['invalid_input'],

  async handle({ query, caller, deps: { store }, fail }) {
    const page = readPage(query)
    if (!page) throw fail('invalid_input', { message: 'limit and offset must be whole numbers.' })
    const { total, found } = await organisationsIn(store).listOf(caller.account.id, page.limit, page.offset)
    return { orgs: found.map(({ org, role }) => ({ ...organisationView(org), role })), total, ...page }
  },
})
