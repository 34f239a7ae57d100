import { setImmediate as nextTurn } from 'node:timers/promises'
import { record } from '../../../gate/audit/audit.ts'
import type { Context } from '../../../gate/deps.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { mayGive, ORG_ROLES, type OrgRole } from '../org-roles.ts'
import { orgInvitesIn } from '../tables/org-invites.ts'
import type { OrgMember } from '../tables/org-members.ts'

/** Ends the open invites of a member that they could no longer give. `role` is what they are from now on, if anything. */
export async function revokeUngivable(
  tx: Connection,
  context: Context,
  { orgId, accountId }: OrgMember,
  role: OrgRole | undefined,
  actorId: string | undefined,
): Promise<void> {
  const ungivable = ORG_ROLES.filter((given) => role === undefined || !mayGive(role, given))
  for (const { id: inviteId } of await orgInvitesIn(tx).openBy(orgId, accountId, ungivable)) {
    await orgInvitesIn(tx).revoke(inviteId, context.deps.clock.now())
    await record(tx, context, 'org.invite.revoked', { actorId, orgId, metadata: { inviteId } })
    await nextTurn() // others have theirs, however many invites there are
  }
}
