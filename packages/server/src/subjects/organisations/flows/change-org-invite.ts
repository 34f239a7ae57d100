import { endpoint } from '../../../gate/deps.ts'
import { Message } from '../../../gate/views/message.ts'
import { revokeOrgInvite } from '../steps/revoke-org-invite.ts'
import { sendOrgInviteAgain } from '../steps/send-org-invite-again.ts'
import { OrgInviteView, orgInviteView } from '../views/org-invite-view.ts'

const alike = {
  auth: 'session',
  partOf: 'organisations.enabled',
  orgRole: 'admin',
  limit: 'general',
  params: { orgId: 'The organisation.', id: 'The invite.' },
} as const

const refusals = ['org_forbidden', 'org_invite_not_found', 'org_invite_used', 'org_invite_revoked'] as const

export const resendOrgInvite = endpoint({
  ...alike,
  route: 'POST /auth/orgs/{orgId}/invites/{id}/resend',
  summary: 'Send an invite again; the old link no longer works',
  reply: OrgInviteView,
  errors: [...refusals, 'org_invite_limit', 'email_failed'],
  handle: async (call) => orgInviteView(await sendOrgInviteAgain(call, call.params.id), call.deps.clock.now()),
})

export const revokeOrganisationInvite = endpoint({
  ...alike,
  route: 'DELETE /auth/orgs/{orgId}/invites/{id}',
  summary: 'Withdraw an invite',
  reply: Message,
  errors: refusals,

  async handle(call) {
    await revokeOrgInvite(call, call.params.id)
    return { message: 'The invite was withdrawn.' }
  },
})
