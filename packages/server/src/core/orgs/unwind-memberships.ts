import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OrgMember } from '../../store/tables/org-members.ts'
import type { Organisation } from '../../store/tables/organisations.ts'
import type { Tables } from '../../store/tables.ts'
import { record } from '../audit/audit.ts'
import type { Context } from '../deps.ts'
import { takeOut } from './change-membership.ts'
import { lastOwnerOf } from './last-owner.ts'
import { removeOrganisation } from './remove-organisation.ts'

/** Locks the organisations of an account in their order, and says which: before its own row is held. */
export async function lockMemberships(tx: Tables, accountId: string): Promise<ReadonlySet<string>> {
  const ids = (await tx.orgMembers.allOf(accountId)).map(({ orgId }) => orgId)
  for (const id of ids) {
    await tx.organisations.hold(id)
    await nextTurn()
  }
  return new Set(ids)
}

/** The account has joined an organisation since its memberships were locked. */
export class JoinedMeanwhile extends Error {}

/**
 * Takes an account out of its organisations; the caller holds its row, and locked them before that. One that has no other member
 * goes with it; of one that has, the last owner who could sign in cannot go. Others have their turn between any two.
 */
export async function unwindMemberships(
  tx: Tables,
  context: Context,
  accountId: string,
  locked: ReadonlySet<string>,
  actorId: string | undefined,
): Promise<void> {
  const alone: Organisation[] = []
  const shared: (readonly [Organisation, OrgMember])[] = []
  const stranded: Organisation[] = []
  for (const member of await tx.orgMembers.allOf(accountId)) {
    if (!locked.has(member.orgId)) throw new JoinedMeanwhile()
    const org = await tx.organisations.find(member.orgId)
    if (!org) throw new Error('a membership without an organisation')
    if (org.memberCount === 1) alone.push(org)
    else if (member.role === 'owner' && !(await tx.orgMembers.hasOtherOwner(org.id, accountId))) stranded.push(org)
    else shared.push([org, member])
    await nextTurn()
  }
  if (stranded.length > 0) throw lastOwnerOf(stranded)
  for (const [org, member] of shared) {
    await takeOut(tx, context, org, member, actorId)
    await record(tx, context, 'org.member.left', { actorId, targetUserId: accountId, orgId: org.id })
    await nextTurn()
  }
  for (const org of alone) {
    await removeOrganisation(tx, context, org)
    await record(tx, context, 'org.deleted', { actorId, targetUserId: accountId, orgId: org.id })
  }
}
