import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Transaction } from '../../../gate/transaction.ts'
import { mayGive, ORG_ROLES, type OrgRole } from '../org-roles.ts'
import { orgInvitesIn } from '../tables/org-invites.ts'
import { type OrgMember, orgMembersIn } from '../tables/org-members.ts'
import type { Organisation } from '../tables/organisations.ts'
import { tellMember, tellOwners } from './org-mails.ts'

/** Whose membership is changed, and by whom; no actor is named for the command line, and for an administrator of the service. */
export interface Membership {
  readonly org: Organisation
  readonly member: OrgMember
  readonly actorId: string | undefined
}

/** A member becomes more or less. Whether that may be is for the caller to know, who holds the organisation's row. */
export async function changeRole(tx: Transaction, membership: Membership, role: OrgRole): Promise<void> {
  const { org, member, actorId } = membership
  const { accountId: targetUserId } = member
  if (member.role === role) return
  await orgMembersIn(tx).setRole(member, role)
  await revokeUngivable(tx, membership, role)
  const metadata = { from: member.role, to: role }
  await tx.record('org.member.role_changed', { actorId, targetUserId, orgId: org.id, metadata })
  await tellMember(tx, 'org-role-changed', org, targetUserId, { role })
  if (member.role === 'owner' || role === 'owner') await tellOwners(tx, 'org-owners-changed', org, [targetUserId])
}

/** A member goes, by themselves or by another one. */
export async function endMembership(tx: Transaction, membership: Membership): Promise<void> {
  const { org, member, actorId } = membership
  const { accountId: targetUserId } = member
  const hasLeft = actorId === targetUserId
  await takeOut(tx, membership)
  await tx.record(hasLeft ? 'org.member.left' : 'org.member.removed', { actorId, targetUserId, orgId: org.id })
  if (!hasLeft) await tellMember(tx, 'org-removed', org, targetUserId)
}

/** What goes with every member: their invites, and that the other owners are told when it was one of them. */
export async function takeOut(tx: Transaction, membership: Membership): Promise<void> {
  const { org, member } = membership
  await orgMembersIn(tx).remove(member)
  await revokeUngivable(tx, membership, undefined)
  if (member.role === 'owner') await tellOwners(tx, 'org-owners-changed', org, [member.accountId])
}

/** Ends the open invites of a member that they could no longer give. `role` is what they are from now on, if anything. */
async function revokeUngivable(
  tx: Transaction,
  { member: { orgId, accountId }, actorId }: Membership,
  role: OrgRole | undefined,
): Promise<void> {
  const ungivable = ORG_ROLES.filter((given) => role === undefined || !mayGive(role, given))
  for (const { id: inviteId } of await orgInvitesIn(tx).openBy(orgId, accountId, ungivable)) {
    await orgInvitesIn(tx).revoke(inviteId, tx.deps.clock.now())
    await tx.record('org.invite.revoked', { actorId, orgId, metadata: { inviteId } })
    await nextTurn() // others have theirs, however many invites there are
  }
}
