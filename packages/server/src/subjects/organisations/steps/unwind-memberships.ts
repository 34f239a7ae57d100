import { setImmediate as nextTurn } from 'node:timers/promises'
import { BeginAgain } from '../../../gate/hooks.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { type OrgMember, orgMembersIn } from '../tables/org-members.ts'
import { type Organisation, organisationsIn } from '../tables/organisations.ts'
import { removeMembership } from './change-membership.ts'
import { lastOwnerOf } from './last-owner.ts'
import { removeOrganisation } from './remove-organisation.ts'

/** The organisations that a transaction has locked before the row of an account. */
const locked = new WeakMap<Connection, ReadonlySet<string>>()

/** Locks the organisations of an account in the order of their ids, so that two transactions cannot deadlock. */
export async function lockMemberships(tx: Connection, accountId: string): Promise<void> {
  const ids = (await orgMembersIn(tx).allOf(accountId)).map(({ orgId }) => orgId)
  for (const id of ids) {
    await organisationsIn(tx).lock(id)
    await nextTurn()
  }
  locked.set(tx, new Set(ids))
}

/** Organisations are locked before the account. The last owner who could sign in cannot leave other members behind. */
export async function unwindMemberships(tx: Transaction, accountId: string, actorId: string | undefined): Promise<void> {
  const memberships = await sortMemberships(tx, accountId)
  if (memberships.stranded.length > 0) throw lastOwnerOf(memberships.stranded)
  await takeOutOf(tx, accountId, memberships, actorId)
}

/** Like `unwindMemberships`, but never refused: an organisation that would have no owner left keeps the account. */
export async function leaveOrganisations(tx: Transaction, accountId: string): Promise<number> {
  const memberships = await sortMemberships(tx, accountId)
  await takeOutOf(tx, accountId, memberships, undefined)
  return memberships.alone.length + memberships.shared.length
}

interface Memberships {
  readonly alone: Organisation[]
  readonly shared: (readonly [Organisation, OrgMember])[]
  /** The account is the last owner here, and there are other members. */
  readonly stranded: Organisation[]
}

async function sortMemberships(tx: Connection, accountId: string): Promise<Memberships> {
  const sorted: Memberships = { alone: [], shared: [], stranded: [] }
  for (const member of await orgMembersIn(tx).allOf(accountId)) {
    // The account has joined this organisation since its memberships were locked.
    if (!locked.get(tx)?.has(member.orgId)) throw new BeginAgain()
    const org = await organisationsIn(tx).find(member.orgId)
    if (!org) throw new Error('a membership without an organisation')
    if (org.memberCount === 1) sorted.alone.push(org)
    else if (member.role === 'owner' && !(await orgMembersIn(tx).hasOtherOwner(org.id, accountId))) sorted.stranded.push(org)
    else sorted.shared.push([org, member])
    await nextTurn()
  }
  return sorted
}

async function takeOutOf(tx: Transaction, accountId: string, { alone, shared }: Memberships, actorId: string | undefined) {
  for (const [org, member] of shared) {
    await removeMembership(tx, { org, member, actorId })
    await tx.record('org.member.left', { actorId, targetUserId: accountId, orgId: org.id })
    await nextTurn()
  }
  for (const org of alone) {
    await removeOrganisation(tx, org)
    await tx.record('org.deleted', { actorId, targetUserId: accountId, orgId: org.id })
  }
}
