import { Failure } from '../../../platform/kernel/errors.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { mayGive } from '../org-roles.ts'
import { type OrgInvite, orgInvitesIn } from '../tables/org-invites.ts'
import type { Organisation } from '../tables/organisations.ts'
import { type Entering, enterOrganisation } from './enter-organisation.ts'

/** An open invite of the caller's organisation that the caller could have given, with the organisation's row locked. */
export async function holdOwnInvite(
  tx: Connection,
  holding: Entering,
  inviteId: string,
): Promise<{ readonly org: Organisation; readonly invite: OrgInvite }> {
  const { org, member } = await enterOrganisation(tx, holding)
  const invite = isId(inviteId) ? await orgInvitesIn(tx).find(org.id, inviteId) : undefined
  if (!invite) throw new Failure('org_invite_not_found')
  if (!mayGive(member.role, invite.role)) throw new Failure('org_forbidden')
  if (invite.acceptedAt !== undefined) throw new Failure('org_invite_used')
  if (invite.declinedAt !== undefined || invite.revokedAt !== undefined) throw new Failure('org_invite_revoked')
  return { org, invite }
}
