import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { pageFields, pageIn, pageQuery } from '../../../gate/lists/paging.ts'
import { choice, listOf, Message } from '../../../gate/views/fields.ts'
import { addressField } from '../../../gate/views/input-fields.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'
import { oneOf } from '../../../platform/kernel/one-of.ts'
import { isOrgRole, ORG_INVITE_STATUSES, ORG_ROLES } from '../org-roles.ts'
import { orgRoute, requireMembership } from '../steps/enter-organisation.ts'
import { revokeOrgInvite, sendOrgInvite, sendOrgInviteAgain } from '../steps/org-invites.ts'
import { orgInvitesIn } from '../tables/org-invites.ts'
import { OrgInviteView, orgInviteView } from '../views/org-invite-view.ts'

const alike = { ...orgRoute, auth: 'session', orgRole: 'admin' } as const

export const createOrgInvite = endpoint({
  ...alike,
  route: 'POST /auth/orgs/{orgId}/invites',
  summary: 'Invite an address into an organisation',
  body: Type.Object({ email: addressField, role: oneOf(ORG_ROLES, { description: 'What the new member may do.' }) }),
  reply: OrgInviteView,
  status: 201,
  errors: ['invalid_email', 'invalid_role', 'org_invite_limit', 'org_member_exists', 'org_invite_exists', 'email_failed'],

  async handle(call) {
    const { body, deps, fail } = call
    await requireMembership(deps.store, call)
    const email = canonicalEmail(body.email)
    if (email === undefined) throw fail('invalid_email')
    if (!isOrgRole(body.role)) throw fail('invalid_role')
    return orgInviteView(await sendOrgInvite(call, email, body.role), deps.clock.now())
  },
})

export const listOrgInvites = endpoint({
  ...alike,
  route: 'GET /auth/orgs/{orgId}/invites',
  summary: 'Invites of an organisation, newest first',
  query: Type.Object({ ...pageQuery, status: choice(ORG_INVITE_STATUSES, 'What became of it.') }),
  reply: Type.Object({ invites: listOf(OrgInviteView, 'The invites, newest first.'), ...pageFields }),
  errors: ['invalid_input'],

  async handle(call) {
    const { query, deps, fail } = call
    const { org } = await requireMembership(deps.store, call)
    const page = pageIn(query)
    const status = ORG_INVITE_STATUSES.find((one) => one === query.status)
    if (query.status !== undefined && !status)
      throw fail('invalid_input', { message: `status must be one of ${ORG_INVITE_STATUSES.join(', ')}.` })
    const now = deps.clock.now()
    const { total, invites } = await orgInvitesIn(deps.store).list(org.id, status, now, page.limit, page.offset)
    return { invites: invites.map((invite) => orgInviteView(invite, now)), total, ...page }
  },
})

const ofInvite = { ...alike, params: { orgId: 'The organisation.', id: 'The invite.' } } as const

const refusals = ['org_forbidden', 'org_invite_not_found', 'org_invite_used', 'org_invite_revoked'] as const

export const resendOrgInvite = endpoint({
  ...ofInvite,
  route: 'POST /auth/orgs/{orgId}/invites/{id}/resend',
  summary: 'Send an invite again; the old link no longer works',
  reply: OrgInviteView,
  errors: [...refusals, 'org_invite_limit', 'email_failed'],
  handle: async (call) => orgInviteView(await sendOrgInviteAgain(call, call.params.id), call.deps.clock.now()),
})

export const revokeOrganisationInvite = endpoint({
  ...ofInvite,
  route: 'DELETE /auth/orgs/{orgId}/invites/{id}',
  summary: 'Withdraw an invite',
  reply: Message,
  errors: refusals,

  async handle(call) {
    await revokeOrgInvite(call, call.params.id)
    return { message: 'The invite was withdrawn.' }
  },
})
