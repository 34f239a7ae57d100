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

/** An invite that can be accepted: open, and its inviter may still give what it promises. */
export async function requireLive(tables: Connection, invite: OrgInvite | undefined, now: number): Promise<OrgInvite> {
  if (!invite) throw new Failure('org_invite_not_found')
  const status = inviteStatus(invite, now)
  if (status !== 'pending') throw new Failure(REFUSALS[status])
  if (!(await isStillGiven(tables, invite))) throw new Failure('org_invite_revoked')
  return invite
}

/** A member who was demoted, removed or banned since has nothing more to give. */
async function isStillGiven(tables: Connection, { orgId, invitedBy, role }: OrgInvite): Promise<boolean> {
  const inviter = await orgMembersIn(tables).find(orgId, invitedBy)
  if (!inviter || !mayGive(inviter.role, role)) return false
  const account = await accountsIn(tables).find(invitedBy)
  return account !== undefined && account.bannedAt === undefined
}

interface HeldInvite {
  readonly org: Organisation
  readonly invite: OrgInvite
}

/** Locks the organisation of an invite, and finds the invite as it is there. Accounts are held after this. */
export async function holdInvite(tx: Connection, known: OrgInvite | undefined, now: number): Promise<HeldInvite> {
  const org = known && (await organisationsIn(tx).lock(known.orgId))
  const current = known && org && (await orgInvitesIn(tx).find(org.id, known.id))
  const invite = await requireLive(tx, current && current.tokenHash === known.tokenHash ? current : undefined, now)
  if (!org) throw new Failure('org_invite_not_found')
  return { org, invite }
}

/**
 * Spends an invite for an account: it is a member from here on. The caller holds both rows, and is told how the organisation is with
 * its new member, and which events tell of it: they go when it has to be taken back.
 */
export async function spendInvite(tx: Transaction, { org, invite }: HeldInvite, account: Account) {
  const { deps } = tx
  await joinOrganisation(tx, deps, org, account, invite.role)
  if (!(await orgInvitesIn(tx).accept(invite, deps.clock.now()))) throw new Failure('org_invite_used')
  const about = { actorId: account.id, targetUserId: account.id, orgId: org.id, metadata: { inviteId: invite.id } }
  const accepted = await tx.record('org.invite.accepted', about)
  const added = await tx.record('org.member.added', { ...about, metadata: { role: invite.role } })
  if (invite.role === 'owner') await tellOwners(tx, 'org-owners-changed', org)
  const { ownerCount, memberCount } = org
  const counts = { memberCount: memberCount + 1, ownerCount: ownerCount + (invite.role === 'owner' ? 1 : 0) }
  return { org: { ...org, ...counts }, events: [accepted, added] }
}

/** Takes back an invite spent for an account that could not be completed. False where that account is the last owner by now. */
export async function leaveAgain(tx: Connection, { id, orgId }: OrgInvite, accountId: string): Promise<boolean> {
  await organisationsIn(tx).lock(orgId)
  const member = await orgMembersIn(tx).find(orgId, accountId)
  if (member?.role === 'owner' && !(await orgMembersIn(tx).hasOtherOwner(orgId, accountId))) return false
  if (member) await orgMembersIn(tx).remove(member)
  await orgInvitesIn(tx).reopen(id)
  return true
}
