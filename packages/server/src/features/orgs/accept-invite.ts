import { Type } from 'typebox'
import { holdCaller } from '../../core/access/hold-caller.ts'
import { record } from '../../core/audit/audit.ts'
import { endpoint } from '../../core/deps.ts'
import { holdInvite, spendInvite } from '../../core/orgs/accept-org-invite.ts'
import { ORG_INVITE_REFUSALS } from '../../core/orgs/find-org-invite.ts'
import { hashOfOrgInvite } from '../../core/orgs/org-invite-mail.ts'
import { OrganisationView, OrgRoleField, organisationView } from '../../core/views/organisation-view.ts'
import { isId } from '../../kernel/ids.ts'
import { accountsIn } from '../../store/tables/accounts.ts'
import { codesIn } from '../../store/tables/codes.ts'
import { mailboxProofsIn } from '../../store/tables/mailbox-proofs.ts'
import { orgInvitesIn } from '../../store/tables/org-invites.ts'

const reply = Type.Object({ organisation: OrganisationView, role: OrgRoleField })
const caps = ['org_member_exists', 'org_member_limit_reached', 'org_limit_reached'] as const

/** The mailed code also proves the mailbox of an account that is not verified yet. */
export const acceptOrgInvite = endpoint({
  route: 'POST /auth/orgs/invites/accept',
  summary: 'Join an organisation with a mailed invite',
  auth: 'session',
  partOf: 'organisations',
  limit: 'redeem',
  body: Type.Object({ code: Type.String() }),
  reply,
  errors: [...ORG_INVITE_REFUSALS, 'org_invite_email_mismatch', ...caps],

  async handle(call) {
    const { body, caller, deps, fail } = call
    const known = await orgInvitesIn(deps.store).findByToken(hashOfOrgInvite(body.code))
    return deps.store.transaction(async (tx) => {
      const now = deps.clock.now()
      const held = await holdInvite(tx, known, now)
      const account = await holdCaller(tx, call)
      if (account.email !== held.invite.email) throw fail('org_invite_email_mismatch')
      await mailboxProofsIn(tx).add(account.id, now)
      if (account.verifiedAt === undefined) {
        await accountsIn(tx).setVerified(account.id, now)
        await codesIn(tx).endAllOf(account.id, now, 'email-verification')
        await record(tx, call, 'email.verified', { actorId: account.id, targetUserId: account.id, sessionId: caller.session.id })
      }
      const { org } = await spendInvite(tx, call, held, account)
      return { organisation: organisationView(org), role: held.invite.role }
    })
  },
})

const own = {
  auth: 'session',
  partOf: 'organisations',
  limit: 'general',
  params: { id: 'The invite.' },
} as const

/** Without its code, for an account whose mailbox is known to be its own. */
export const acceptOwnOrgInvite = endpoint({
  ...own,
  route: 'POST /auth/orgs/invites/{id}/accept',
  summary: 'Join an organisation that has invited the caller',
  reply,
  errors: [...ORG_INVITE_REFUSALS, 'email_not_verified', ...caps],

  async handle(call) {
    const { params, caller, deps, fail } = call
    if (caller.account.verifiedAt === undefined) throw fail('email_not_verified')
    const known = isId(params.id) ? await orgInvitesIn(deps.store).findFor(caller.account.email, params.id) : undefined
    return deps.store.transaction(async (tx) => {
      const now = deps.clock.now()
      const held = await holdInvite(tx, known, now)
      const account = await holdCaller(tx, call)
      if (account.email !== held.invite.email || account.verifiedAt === undefined) throw fail('org_invite_not_found')
      const { org } = await spendInvite(tx, call, held, account)
      return { organisation: organisationView(org), role: held.invite.role }
    })
  },
})
