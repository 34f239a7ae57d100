import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { pageFields, pageIn, pageQuery } from '../../../gate/lists/paging.ts'
import { listOf } from '../../../gate/views/fields.ts'
import { orgRoute, requireMembership } from '../steps/enter-organisation.ts'
import { organisationsIn } from '../tables/organisations.ts'
import { OwnOrganisation, organisationView } from '../views/organisation-view.ts'

export const listOrganisations = endpoint({
  route: 'GET /auth/orgs',
  summary: "The caller's organisations, by name",
  auth: 'session',
  partOf: 'organisations.enabled',
  limit: 'general',
  query: Type.Object(pageQuery),
  reply: Type.Object({ orgs: listOf(OwnOrganisation, 'Those that the account is a member of, by their names.'), ...pageFields }),
  errors: ['invalid_input'],

  async handle({ query, caller, deps: { store } }) {
    const page = pageIn(query)
    const { total, found } = await organisationsIn(store).listOf(caller.account.id, page.limit, page.offset)
    return { orgs: found.map(({ org, role }) => ({ ...organisationView(org), role })), total, ...page }
  },
})

export const getOrganisation = endpoint({
  ...orgRoute,
  route: 'GET /auth/orgs/{orgId}',
  summary: 'One organisation, and what the caller is in it',
  auth: 'session',
  orgRole: 'member',
  reply: OwnOrganisation,
  errors: [],

  async handle(call) {
    const { org, member } = await requireMembership(call.deps.store, call)
    return { ...organisationView(org), role: member.role }
  },
})
