import { Type } from 'typebox'
import { endpoint } from '../../core/deps.ts'
import { pageFields, pageQuery, readPage } from '../../core/lists/paging.ts'
import { choice, parameter } from '../../core/views/fields.ts'
import { OrganisationView, organisationView } from '../../core/views/organisation-view.ts'

const MAX_SEARCH = 100

export const listOrgs = endpoint({
  route: 'GET /admin/orgs',
  summary: 'Organisations, newest first',
  auth: 'admin',
  scope: 'orgs:read',
  partOf: 'organisations',
  limit: 'general',
  query: Type.Object({
    ...pageQuery,
    search: parameter('The beginning of the short name or of a word of the name, or an id.'),
    ownerless: choice(['true', 'false'], 'Whether it has no owner who could sign in.'),
  }),
  reply: Type.Object({ orgs: Type.Array(OrganisationView), ...pageFields }),
  errors: ['invalid_input'],

  async handle({ query, deps: { store }, fail }) {
    const page = readPage(query)
    if (!page) throw fail('invalid_input', { message: 'limit and offset must be whole numbers.' })
    const { search = '', ownerless } = query
    if (ownerless !== undefined && ownerless !== 'true' && ownerless !== 'false')
      throw fail('invalid_input', { message: 'ownerless must be true or false.' })
    if (search.length > MAX_SEARCH || search.includes('\0'))
      throw fail('invalid_input', { message: `search must be of at most ${MAX_SEARCH} characters.` })
    const filter = { search: search.trim(), isOwnerless: ownerless === undefined ? undefined : ownerless === 'true' }
    const { total, orgs } = await store.organisationList.list(filter, page)
    return { orgs: orgs.map(organisationView), total, ...page }
  },
})
