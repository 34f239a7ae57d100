import { Type } from 'typebox'
import { lockCaller } from '../../../gate/access/lock-caller.ts'
import { mailboxProofsIn } from '../../../gate/access/tables/mailbox-proofs.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { codesIn } from '../../../gate/codes/tables/codes.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { inviteCodeField } from '../../../gate/views/input-fields.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { hashOfInvite } from '../../invites/index.ts'
import { lockInvite, ORG_INVITE_REFUSALS, spendInvite } from '../steps/accept-org-invite.ts'
import { orgInvitesIn } from '../tables/org-invites.ts'
import { OrganisationView, organisationView, orgRole } from '../views/organisation-view.ts'

const reply = Type.Object({ organisation: OrganisationView, role: orgRole('What the account may do there.') })
const caps = ['org_member_exists', 'org_member_limit_reached', 'org_limit_reached'] as const

/** The mailed code also proves the mailbox of an account that is not verified yet. */
export const acceptOrgInvite = endpoint({
  route: 'POST /auth/orgs/invites/accept',
  summary: 'Join an organisation with a mailed invite',
  auth: 'session',
  partOf: 'organisations.enabled',
  limit: 'redeem',
  body: Type.Object({ code: inviteCodeField }),
  reply,
  errors: [...ORG_INVITE_REFUSALS, 'org_invite_email_mismatch', ...caps],

  async handle(call) {
    const { body, caller, deps, fail } = call
    const known = await orgInvitesIn(deps.store).findByToken(hashOfInvite('org-invite', body.code))
    return inTransaction(call, async (tx) => {
      const now = deps.clock.now()
      const locked = await lockInvite(tx, known, now)
      const account = await lockCaller(tx)
      if (account.email !== locked.invite.email) throw fail('org_invite_email_mismatch')
      await mailboxProofsIn(tx).add(account.id, now)
      if (account.verifiedAt === undefined) {
        await accountsIn(tx).setVerified(account.id, now)
        await codesIn(tx).endAllOf(account.id, now, 'email-verification')
        await tx.record('email.verified', { actorId: account.id, targetUserId: account.id, sessionId: caller.session.id })
      }
      const { org } = await spendInvite(tx, locked, account)
      return { organisation: organisationView(org), role: locked.invite.role }
    })
  },
})

/** No code is needed, since the account's address is verified. */
export const acceptOwnOrgInvite = endpoint({
  route: 'POST /auth/orgs/invites/{id}/accept',
  params: { id: 'The invite.' },
  summary: 'Join an organisation that has invited the caller',
  auth: 'session',
  partOf: 'organisations.enabled',
  limit: 'general',
  reply,
  errors: [...ORG_INVITE_REFUSALS, 'email_not_verified', ...caps],

  async handle(call) {
    const { params, caller, deps, fail } = call
    if (caller.account.verifiedAt === undefined) throw fail('email_not_verified')
    const known = isId(params.id) ? await orgInvitesIn(deps.store).findFor(caller.account.email, params.id) : undefined
    return inTransaction(call, async (tx) => {
      const locked = await lockInvite(tx, known, deps.clock.now())
      const account = await lockCaller(tx)
      if (account.email !== locked.invite.email || account.verifiedAt === undefined) throw fail('org_invite_not_found')
      const { org } = await spendInvite(tx, locked, account)
      return { organisation: organisationView(org), role: locked.invite.role }
    })
  },
})
