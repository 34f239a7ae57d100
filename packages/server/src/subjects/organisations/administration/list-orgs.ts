import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { findKeysetPage, keysetFields, keysetQuery } from '../../../gate/lists/keyset.ts'
import { valid } from '../../../gate/lists/paging.ts'
import { listOf, parameter, yesOrNo } from '../../../gate/views/fields.ts'
import type { Slice } from '../../../platform/store/list-page.ts'
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
    ownerless: yesOrNo('Whether it has no owner who could sign in.'),
  }),
  reply: Type.Object({ orgs: listOf(OrganisationView, 'The organisations, newest first.'), ...keysetFields }),
  errors: ['invalid_input'],

  async handle({ query, deps: { store } }) {
    const asked = valid(readOrgQuery(query))
    const find = (slice: Slice) => organisationListIn(store).list(asked.filter, slice)
    const { found, page } = valid(await findKeysetPage('orgs', asked, query, find))
    return { orgs: found.orgs.map(organisationView), ...page }
  },
})
