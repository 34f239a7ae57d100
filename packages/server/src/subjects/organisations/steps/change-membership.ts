import { record } from '../../../gate/audit/audit.ts'
import type { Context } from '../../../gate/deps.ts'
import type { Connection } from '../../../platform/store/table.ts'
import type { OrgRole } from '../org-roles.ts'
import { type OrgMember, orgMembersIn } from '../tables/org-members.ts'
import type { Organisation } from '../tables/organisations.ts'
import { tellMember, tellOwners } from './org-mails.ts'
import { revokeUngivable } from './revoke-ungivable.ts'

/** A member becomes more or less. Whether that may be is for the caller to know, who holds the organisation's row. */
export async function changeRole(
  tx: Connection,
  context: Context,
  org: Organisation,
  member: OrgMember,
  role: OrgRole,
  actorId: string | undefined,
): Promise<void> {
  const { accountId: targetUserId } = member
  if (member.role === role) return
  await orgMembersIn(tx).setRole(member, role)
  await revokeUngivable(tx, context, member, role, actorId)
  const metadata = { from: member.role, to: role }
  await record(tx, context, 'org.member.role_changed', { actorId, targetUserId, orgId: org.id, metadata })
  await tellMember(tx, context, 'org-role-changed', org, targetUserId, { role })
  if (member.role === 'owner' || role === 'owner') await tellOwners(tx, context, 'org-owners-changed', org, [targetUserId])
}

/** A member goes, by themselves or by another one. */
export async function endMembership(
  tx: Connection,
  context: Context,
  org: Organisation,
  member: OrgMember,
  actorId: string | undefined,
): Promise<void> {
  const { accountId: targetUserId } = member
  const hasLeft = actorId === targetUserId
  await takeOut(tx, context, org, member, actorId)
  await record(tx, context, hasLeft ? 'org.member.left' : 'org.member.removed', { actorId, targetUserId, orgId: org.id })
  if (!hasLeft) await tellMember(tx, context, 'org-removed', org, targetUserId)
}

/** What goes with every member: their invites, and that the other owners are told when it was one of them. */
export async function takeOut(
  tx: Connection,
  context: Context,
  org: Organisation,
  member: OrgMember,
  actorId: string | undefined,
): Promise<void> {
  await orgMembersIn(tx).remove(member)
  await revokeUngivable(tx, context, member, undefined, actorId)
  if (member.role === 'owner') await tellOwners(tx, context, 'org-owners-changed', org, [member.accountId])
}
