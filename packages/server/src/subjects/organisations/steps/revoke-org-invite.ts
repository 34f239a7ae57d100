import { record } from '../../../gate/audit/audit.ts'
import type { Context } from '../../../gate/deps.ts'
import { orgInvitesIn } from '../tables/org-invites.ts'
import type { Entering } from './enter-organisation.ts'
import { holdOwnInvite } from './hold-own-invite.ts'

type Inviting = Context & Entering

/** Ends an open invite of the caller's organisation. */
export async function revokeOrgInvite(call: Inviting, inviteId: string): Promise<void> {
  const { deps, caller } = call
  await deps.store.transaction(async (tx) => {
    const { org, invite } = await holdOwnInvite(tx, call, inviteId)
    await orgInvitesIn(tx).revoke(invite.id, deps.clock.now())
    await record(tx, call, 'org.invite.revoked', { actorId: caller.account.id, orgId: org.id, metadata: { inviteId } })
  })
}
