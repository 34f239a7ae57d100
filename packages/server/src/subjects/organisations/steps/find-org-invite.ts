import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { mayGive } from '../org-roles.ts'
import { type OrgInvite, orgInviteStatus } from '../tables/org-invites.ts'
import { orgMembersIn } from '../tables/org-members.ts'

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
  const status = orgInviteStatus(invite, now)
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
