import { Type } from 'typebox'
import { endpoint } from '../../core/deps.ts'
import { pageFields, pageQuery, readPage } from '../../core/lists/paging.ts'
import { OwnOrganisation, organisationView } from '../../core/views/organisation-view.ts'
import { organisationsIn } from '../../store/tables/organisations.ts'

export const listOrganisations = endpoint({
  route: 'GET /auth/orgs',
  summary: "The caller's organisations, by name",
  auth: 'session',
  partOf: 'organisations',
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
