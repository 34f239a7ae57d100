import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Context } from '../../../gate/deps.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import type { Connection } from '../../../platform/store/table.ts'
import type { OrgMember } from '../tables/org-members.ts'
import type { Organisation } from '../tables/organisations.ts'
import { changeRole } from './change-membership.ts'
import { requireRoomToOwn } from './join-organisation.ts'

/** Makes a member an owner who can be relied on. The caller holds the organisation's row. */
export async function appointOwner(
  tx: Connection,
  context: Context,
  org: Organisation,
  member: OrgMember,
  actorId: string | undefined,
): Promise<void> {
  const account = await accountsIn(tx).lock(member.accountId, context.deps.clock.now())
  requireReliable(account)
  if (member.role !== 'owner') requireRoomToOwn(context.deps, account)
  await changeRole(tx, context, org, member, 'owner', actorId)
}

/** One who can sign in, and whose address is known to be theirs. */
export function requireReliable(account: Account | undefined): asserts account is Account {
  if (!account || account.bannedAt !== undefined || account.verifiedAt === undefined)
    throw new Failure('invalid_input', { message: 'An owner must have a verified address, and must not be banned.' })
}
