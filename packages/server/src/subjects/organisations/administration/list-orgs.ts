import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { Keyset, keysetFields, keysetQuery, TOO_FAR } from '../../../gate/lists/keyset.ts'
import { choice, parameter } from '../../../gate/views/fields.ts'
import { readOrgQuery } from '../steps/org-query.ts'
import { organisationListIn } from '../tables/organisation-list.ts'
import { OrganisationView, organisationView } from '../views/organisation-view.ts'

export const listOrgs = endpoint({
  route: 'GET /admin/orgs',
  summary: 'Organisations, newest first',
  auth: 'admin',
  scope: 'orgs:read',
  partOf: 'organisations.enabled',
  limit: 'general',
  query: Type.Object({
    ...keysetQuery,
    search: parameter(
      'The beginning of any word of the name or the short name, or an id. Of several words each has to be found; accents and case do not count.',
    ),
    ownerless: choice(['true', 'false'], 'Whether it has no owner who could sign in.'),
  }),
  reply: Type.Object({ orgs: Type.Array(OrganisationView), ...keysetFields }),
  errors: ['invalid_input'],

  async handle({ query, deps: { store }, fail }) {
    const wanted = readOrgQuery(query)
    if ('problem' in wanted) throw fail('invalid_input', { message: wanted.problem })
    const list = new Keyset('orgs', wanted)
    const place = list.read(query)
    if ('problem' in place) throw fail('invalid_input', { message: place.problem })
    const found = await organisationListIn(store).list(wanted.filter, place.slice)
    if (found.isTooFar) throw fail('invalid_input', { message: TOO_FAR })
    return { orgs: found.orgs.map(organisationView), ...list.view(found, place.slice) }
  },
})
