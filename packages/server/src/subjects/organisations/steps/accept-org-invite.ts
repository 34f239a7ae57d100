import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { inviteStatus } from '../../../gate/accounts/tables/invite-table.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { mayGive } from '../org-roles.ts'
import { type OrgInvite, orgInvitesIn } from '../tables/org-invites.ts'
import { orgMembersIn } from '../tables/org-members.ts'
import { type Organisation, organisationsIn } from '../tables/organisations.ts'
import { joinOrganisation } from './join-organisation.ts'
import { tellOwners } from './org-mails.ts'

/** The holder of a link that was declined or withdrawn learns only that it no longer works. */
const REFUSALS = {
  accepted: 'org_invite_used',
  declined: 'org_invite_revoked',
  revoked: 'org_invite_revoked',
  expired: 'org_invite_expired',
} as const

export const ORG_INVITE_REFUSALS = [
  'org_invite_not_found',
  'org_invite_used',
  'org_invite_revoked',
  'org_invite_expired',
] as const

/** An invite can be accepted while it is open and its inviter may still give the role. */
export async function requireOpenInvite(tables: Connection, invite: OrgInvite | undefined, now: number): Promise<OrgInvite> {
  if (!invite) throw new Failure('org_invite_not_found')
  const status = inviteStatus(invite, now)
  if (status !== 'pending') throw new Failure(REFUSALS[status])
  if (!(await isStillGiven(tables, invite))) throw new Failure('org_invite_revoked')
  return invite
}

/** An inviter who was demoted, removed or banned since may give no role any more. */
async function isStillGiven(tables: Connection, { orgId, invitedBy, role }: OrgInvite): Promise<boolean> {
  const inviter = await orgMembersIn(tables).find(orgId, invitedBy)
  if (!inviter || !mayGive(inviter.role, role)) return false
  const account = await accountsIn(tables).find(invitedBy)
  return account !== undefined && account.bannedAt === undefined
}

type LockedInvite = { readonly org: Organisation; readonly invite: OrgInvite }

/** Locks the organisation of an invite, and reads the invite again under the lock. Accounts are locked after organisations. */
export async function lockInvite(tx: Connection, known: OrgInvite | undefined, now: number): Promise<LockedInvite> {
  const org = known && (await organisationsIn(tx).lock(known.orgId))
  const current = known && org && (await orgInvitesIn(tx).find(org.id, known.id))
  const invite = await requireOpenInvite(tx, current && current.tokenHash === known.tokenHash ? current : undefined, now)
  if (!org) throw new Failure('org_invite_not_found')
  return { org, invite }
}

/** The caller has locked both rows, and gets the ids of the events in case the acceptance has to be taken back. */
export async function spendInvite(tx: Transaction, { org, invite }: LockedInvite, account: Account) {
  await joinOrganisation(tx, org, account, invite.role)
  if (!(await orgInvitesIn(tx).accept(invite, tx.deps.clock.now()))) throw new Failure('org_invite_used')
  const about = { actorId: account.id, targetUserId: account.id, orgId: org.id, metadata: { inviteId: invite.id } }
  const accepted = await tx.record('org.invite.accepted', about)
  const added = await tx.record('org.member.added', { ...about, metadata: { role: invite.role } })
  if (invite.role === 'owner') await tellOwners(tx, 'org-owners-changed', org)
  const ownerCount = org.ownerCount + (invite.role === 'owner' ? 1 : 0)
  return { org: { ...org, ownerCount, memberCount: org.memberCount + 1 }, events: [accepted, added] }
}

/** Takes back an acceptance whose account could not be completed. False if that account is the last owner by now. */
export async function undoAcceptance(tx: Connection, { id, orgId }: OrgInvite, accountId: string): Promise<boolean> {
  await organisationsIn(tx).lock(orgId)
  const member = await orgMembersIn(tx).find(orgId, accountId)
  if (member?.role === 'owner' && !(await orgMembersIn(tx).hasOtherOwner(orgId, accountId))) return false
  if (member) await orgMembersIn(tx).remove(member)
  await orgInvitesIn(tx).reopen(id)
  return true
}
