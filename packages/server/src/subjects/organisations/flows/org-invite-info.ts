import { Type } from 'typebox'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { Timestamp } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { ORG_INVITE_REFUSALS, requireLive } from '../steps/find-org-invite.ts'
import { hashOfOrgInvite } from '../steps/org-invite-mail.ts'
import { orgInvitesIn } from '../tables/org-invites.ts'
import { organisationsIn } from '../tables/organisations.ts'
import { OrgRoleField } from '../views/organisation-view.ts'

/** For the page behind the link. It changes nothing, so mail scanners may look as often as they like. */
export const orgInviteInfo = endpoint({
  route: 'POST /auth/orgs/invites/info',
  summary: 'What a mailed invite into an organisation is about',
  auth: 'none',
  partOf: 'organisations.enabled',
  limit: 'redeem',
  body: Type.Object({ code: Type.String() }),
  reply: Type.Object({
    organisation: Type.Object({ name: Type.String() }),
    email: Type.String(),
    role: OrgRoleField,
    invitedBy: Type.String({ description: 'A display name.' }),
    hasAccount: Type.Boolean({ description: 'The address has an account here.' }),
    expiresAt: Timestamp,
  }),
  errors: ORG_INVITE_REFUSALS,

  async handle({ body, deps: { store, clock }, fail }) {
    const invite = await requireLive(store, await orgInvitesIn(store).findByToken(hashOfOrgInvite(body.code)), clock.now())
    const [org, inviter] = [await organisationsIn(store).find(invite.orgId), await accountsIn(store).find(invite.invitedBy)]
    if (!org || !inviter) throw fail('org_invite_not_found')
    const hasAccount = (await accountsIn(store).findByEmail(invite.email)) !== undefined
    const { email, role, expiresAt } = invite
    return { organisation: { name: org.name }, email, role, invitedBy: inviter.name, hasAccount, expiresAt: timestamp(expiresAt) }
  },
})
