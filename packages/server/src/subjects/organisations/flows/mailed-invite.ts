import { Type } from 'typebox'
import { invitedRegistration, registerInvited } from '../../../gate/access/register-invited.ts'
import { requireOpenDoor, requireSignUp } from '../../../gate/accounts/sign-up-rules.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { DATA_REFUSALS } from '../../../gate/data/changes.ts'
import { endpoint } from '../../../gate/deps.ts'
import { PASSWORD_REFUSALS } from '../../../gate/passwords/password-refusal.ts'
import { REGISTRATION_REFUSALS } from '../../../gate/registration-hook/registration-hook.ts'
import { textField, timeField } from '../../../gate/views/fields.ts'
import { inviteCodeField } from '../../../gate/views/input-fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { hashOfInvite } from '../../invites/index.ts'
import { lockInvite, ORG_INVITE_REFUSALS, requireOpenInvite, spendInvite, undoAcceptance } from '../steps/accept-org-invite.ts'
import { orgInvitesIn } from '../tables/org-invites.ts'
import { organisationsIn } from '../tables/organisations.ts'
import { orgRole } from '../views/organisation-view.ts'

/** Reading an invite changes nothing, so mail scanners may open its link as often as they like. */
export const orgInviteInfo = endpoint({
  route: 'POST /auth/orgs/invites/info',
  summary: 'What a mailed invite into an organisation is about',
  auth: 'none',
  partOf: 'organisations.enabled',
  limit: 'redeem',
  body: Type.Object({ code: inviteCodeField }),
  reply: Type.Object({
    organisation: Type.Object({ name: textField('What it is called.') }, { description: 'The organisation that invites.' }),
    email: textField('The address that was invited.'),
    role: orgRole('What the new member may do.'),
    invitedBy: textField('The name of the member who invited.'),
    hasAccount: Type.Boolean({ description: 'The address has an account here.' }),
    expiresAt: timeField('Until when it can be accepted.'),
  }),
  errors: ORG_INVITE_REFUSALS,

  async handle({ body, deps: { store, clock }, fail }) {
    const known = await orgInvitesIn(store).findByToken(hashOfInvite('org-invite', body.code))
    const invite = await requireOpenInvite(store, known, clock.now())
    const [org, inviter] = [await organisationsIn(store).find(invite.orgId), await accountsIn(store).find(invite.invitedBy)]
    if (!org || !inviter) throw fail('org_invite_not_found')
    const hasAccount = (await accountsIn(store).findByEmail(invite.email)) !== undefined
    const { email, role, expiresAt } = invite
    return { organisation: { name: org.name }, email, role, invitedBy: inviter.name, hasAccount, expiresAt: timestamp(expiresAt) }
  },
})

/** The new account is a member of the organisation at once. */
export const registerWithOrgInvite = endpoint({
  ...invitedRegistration,
  route: 'POST /auth/orgs/invites/register',
  summary: 'Create an account from an invite into an organisation',
  partOf: 'organisations.enabled',
  errors: [
    ...ORG_INVITE_REFUSALS,
    'forbidden',
    'email_not_allowed',
    'name_required',
    ...DATA_REFUSALS,
    'password_mismatch',
    ...PASSWORD_REFUSALS,
    'email_already_exists',
    'org_member_limit_reached',
    'email_failed',
    ...REGISTRATION_REFUSALS,
  ],

  async handle(call) {
    const { body, deps } = call
    const { store, clock } = deps
    requireOpenDoor(deps, 'org-invite')
    const known = await orgInvitesIn(store).findByToken(hashOfInvite('org-invite', body.code))
    const { email } = await requireOpenInvite(store, known, clock.now())
    await requireSignUp(deps, 'org-invite', email)
    return registerInvited(call, email, {
      hold: (tx) => lockInvite(tx, known, clock.now()),
      accept: async (tx, locked, account) => (await spendInvite(tx, locked, account)).events,
      undo: async (tx, { invite }, accountId) =>
        (await undoAcceptance(tx, invite, accountId)) && accountsIn(tx).remove(accountId),
    })
  },
})
