import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { memberSearchIn, pageFields, pageIn, pageQuery } from '../../../gate/lists/paging.ts'
import { listOf, parameter } from '../../../gate/views/fields.ts'
import { isAtLeast } from '../org-roles.ts'
import { orgRoute, requireMembership } from '../steps/enter-organisation.ts'
import { orgMemberListIn } from '../tables/org-member-list.ts'
import { OrgMemberView, orgMemberView } from '../views/org-member-view.ts'

export const listMembers = endpoint({
  ...orgRoute,
  route: 'GET /auth/orgs/{orgId}/members',
  summary: 'Members of an organisation, those who joined first coming first',
  auth: 'session',
  orgRole: 'member',
  query: Type.Object({
    ...pageQuery,
    search: parameter('The beginning of a word of the name; for admins and owners also of the address.'),
  }),
  reply: Type.Object({ members: listOf(OrgMemberView, 'The members; those who joined first come first.'), ...pageFields }),
  errors: ['invalid_input'],

  async handle(call) {
    const { query, deps } = call
    const { org, member } = await requireMembership(deps.store, call)
    const page = pageIn(query)
    const search = memberSearchIn(query.search)
    const seesEmails = isAtLeast(member.role, 'admin')
    const { total, members } = await orgMemberListIn(deps.store).list(org.id, { search, seesEmails }, page)
    return { members: members.map((one) => orgMemberView(one, seesEmails)), total, ...page }
  },
})
