import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import type { Deps } from '../../../gate/deps.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import type { OrgRole } from '../org-roles.ts'
import { orgMembersIn } from '../tables/org-members.ts'
import type { Organisation } from '../tables/organisations.ts'

/** Every way to become an owner checks this, with the account's row locked. */
export function requireRoomToOwn({ config }: Deps, { orgOwnerCount }: Account): void {
  if (orgOwnerCount >= config.organisations.maxOwned) throw new Failure('org_limit_reached')
}

/** Every way to become a member checks this, with the account's row locked. */
export async function requireRoomToJoin(tx: Transaction, { id }: Account): Promise<void> {
  const most = tx.deps.config.organisations.maxMemberships
  if ((await orgMembersIn(tx).countOf(id, most)) >= most) throw new Failure('org_limit_reached')
}

/** The caller has locked both rows, the organisation's first. */
export async function joinOrganisation(tx: Transaction, org: Organisation, account: Account, role: OrgRole): Promise<void> {
  if (await orgMembersIn(tx).find(org.id, account.id)) throw new Failure('org_member_exists')
  if (org.memberCount >= tx.deps.config.organisations.maxMembers) throw new Failure('org_member_limit_reached')
  await requireRoomToJoin(tx, account)
  if (role === 'owner') requireRoomToOwn(tx.deps, account)
  await orgMembersIn(tx).add({ orgId: org.id, accountId: account.id, role, joinedAt: tx.deps.clock.now() })
}
