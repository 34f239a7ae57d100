import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { memberSearchIn, pageFields, pageIn, pageQuery } from '../../../gate/lists/paging.ts'
import { listOf, parameter } from '../../../gate/views/fields.ts'
import { orgMemberListIn } from '../tables/org-member-list.ts'
import { OrgMemberView, orgMemberView } from '../views/org-member-view.ts'
import { adminOrgRoute, findOrg } from './get-org.ts'

export const listOrgMembers = endpoint({
  ...adminOrgRoute,
  route: 'GET /admin/orgs/{id}/members',
  summary: 'Members of an organisation',
  auth: 'admin',
  scope: 'orgs:read',
  query: Type.Object({ ...pageQuery, search: parameter('The beginning of a word of the name, or of the address.') }),
  reply: Type.Object({ members: listOf(OrgMemberView, 'The members; those who joined first come first.'), ...pageFields }),
  errors: ['org_not_found', 'invalid_input'],

  async handle({ params, query, deps: { store } }) {
    const org = await findOrg(store, params.id)
    const page = pageIn(query)
    const search = memberSearchIn(query.search)
    const { total, members } = await orgMemberListIn(store).list(org.id, { search, seesEmails: true }, page)
    return { members: members.map((member) => orgMemberView(member, true)), total, ...page }
  },
})
