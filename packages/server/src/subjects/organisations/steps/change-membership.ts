import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Transaction } from '../../../gate/transaction.ts'
import { mayGive, ORG_ROLES, type OrgRole } from '../org-roles.ts'
import { orgInvitesIn } from '../tables/org-invites.ts'
import { type OrgMember, orgMembersIn } from '../tables/org-members.ts'
import type { Organisation } from '../tables/organisations.ts'
import { tellMember, tellOwners } from './org-mails.ts'

export interface Membership {
  readonly org: Organisation
  readonly member: OrgMember
  /** Undefined for the command line, and for an administrator of the service. */
  readonly actorId: string | undefined
}

/** The caller has locked the organisation's row, and checked that the change is allowed. */
export async function changeRole(tx: Transaction, membership: Membership, role: OrgRole): Promise<void> {
  const { org, member, actorId } = membership
  const { accountId: targetUserId } = member
  if (member.role === role) return
  await orgMembersIn(tx).setRole(member, role)
  await revokeUngivable(tx, membership, role)
  const metadata = { from: member.role, to: role }
  await tx.record('org.member.role_changed', { actorId, targetUserId, orgId: org.id, metadata })
  await tellMember(tx, 'org-role-changed', org, targetUserId, role)
  if (member.role === 'owner' || role === 'owner') await tellOwners(tx, 'org-owners-changed', org, [targetUserId])
}

export async function endMembership(tx: Transaction, membership: Membership): Promise<void> {
  const { org, actorId } = membership
  const { accountId: targetUserId } = membership.member
  const hasLeft = actorId === targetUserId
  await removeMembership(tx, membership)
  await tx.record(hasLeft ? 'org.member.left' : 'org.member.removed', { actorId, targetUserId, orgId: org.id })
  if (!hasLeft) await tellMember(tx, 'org-removed', org, targetUserId)
}

/** A member's open invites end with the membership, and the other owners are told if the member was an owner. */
export async function removeMembership(tx: Transaction, membership: Membership): Promise<void> {
  const { org, member } = membership
  await orgMembersIn(tx).remove(member)
  await revokeUngivable(tx, membership)
  if (member.role === 'owner') await tellOwners(tx, 'org-owners-changed', org, [member.accountId])
}

/** Ends the open invites of a member to roles that they may no longer give. Without a new `role` these are all. */
async function revokeUngivable(tx: Transaction, { member: { orgId, accountId }, actorId }: Membership, role?: OrgRole) {
  const ungivable = ORG_ROLES.filter((one) => role === undefined || !mayGive(role, one))
  for (const { id: inviteId } of await orgInvitesIn(tx).openBy(orgId, accountId, ungivable)) {
    await orgInvitesIn(tx).revoke(inviteId, tx.deps.clock.now())
    await tx.record('org.invite.revoked', { actorId, orgId, metadata: { inviteId } })
    await nextTurn() // other requests run in between, however many invites there are
  }
}
