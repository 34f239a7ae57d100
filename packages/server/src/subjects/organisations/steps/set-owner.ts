import { type Acting, lockActor } from '../../../gate/access/lock-actor.ts'
import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Context } from '../../../gate/deps.ts'
import { inTransaction, type Transaction } from '../../../gate/transaction.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { orgMembersIn } from '../tables/org-members.ts'
import { organisationsIn } from '../tables/organisations.ts'
import { changeRole, type Membership } from './change-membership.ts'
import { joinOrganisation, requireRoomToOwn } from './join-organisation.ts'
import { tellOwners } from './org-mails.ts'

/** The organisation's own log names no actor: its members are not told which administrator has appointed an owner. */
export async function setOwner(
  call: Context & Acting,
  orgId: string,
  accountId: string,
  actorId: string | undefined,
): Promise<void> {
  await inTransaction(call, async (tx) => {
    const org = await organisationsIn(tx).lock(orgId)
    if (!org) throw new Failure('org_not_found')
    const { target: account } = await lockActor(tx, accountId)
    if (!account) throw new Failure('user_not_found')
    requireReliable(account)
    const member = await orgMembersIn(tx).find(orgId, accountId)
    if (member) await appointOwner(tx, { org, member, actorId: undefined })
    else {
      await joinOrganisation(tx, org, account, 'owner')
      await tx.record('org.member.added', { targetUserId: accountId, orgId, metadata: { role: 'owner' } })
      await tellOwners(tx, 'org-owners-changed', org)
    }
    await tx.record('admin.org.owner_set', { actorId, targetUserId: accountId, orgId })
  })
}

/** The caller has locked the organisation's row. */
export async function appointOwner(tx: Transaction, membership: Membership): Promise<void> {
  const { member } = membership
  const account = await accountsIn(tx).lock(member.accountId, tx.deps.clock.now())
  requireReliable(account)
  if (member.role !== 'owner') requireRoomToOwn(tx.deps, account)
  await changeRole(tx, membership, 'owner')
}

/** An owner must be able to sign in, and the address must be known to be theirs. */
function requireReliable(account: Account | undefined): asserts account is Account {
  if (!account || account.bannedAt !== undefined || account.verifiedAt === undefined)
    throw new Failure('invalid_input', { message: 'An owner must have a verified address, and must not be banned.' })
}
