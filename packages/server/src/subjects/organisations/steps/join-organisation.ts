import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import type { Deps } from '../../../gate/deps.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import type { Connection } from '../../../platform/store/table.ts'
import type { OrgRole } from '../org-roles.ts'
import { orgMembersIn } from '../tables/org-members.ts'
import type { Organisation } from '../tables/organisations.ts'

/** Every way to become an owner asks this, of the account as it is held. */
export function requireRoomToOwn({ config }: Deps, { orgOwnerCount }: Account): void {
  if (orgOwnerCount >= config.organisations.maxOwned) throw new Failure('org_limit_reached')
}

/** Every way to become a member asks this, of an account that is held. */
export async function requireRoomToJoin(tx: Connection, { config }: Deps, { id }: Account): Promise<void> {
  const most = config.organisations.maxMemberships
  if ((await orgMembersIn(tx).countOf(id, most)) >= most) throw new Failure('org_limit_reached')
}

/** An account becomes a member. The caller holds both rows, the organisation's first. */
export async function joinOrganisation(
  tx: Connection,
  deps: Deps,
  org: Organisation,
  account: Account,
  role: OrgRole,
): Promise<void> {
  if (await orgMembersIn(tx).find(org.id, account.id)) throw new Failure('org_member_exists')
  if (org.memberCount >= deps.config.organisations.maxMembers) throw new Failure('org_member_limit_reached')
  await requireRoomToJoin(tx, deps, account)
  if (role === 'owner') requireRoomToOwn(deps, account)
  await orgMembersIn(tx).add({ orgId: org.id, accountId: account.id, role, joinedAt: deps.clock.now() })
}
