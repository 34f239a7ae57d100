import { endSessions } from '../../../gate/access/end-access.ts'
import { isLastAdmin } from '../../../gate/access/guard-last-admin.ts'
import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { visibleLine } from '../../../platform/kernel/display-name.ts'
import { cancelEmailChange } from '../../email-change/index.ts'
import { endKeysOf } from '../../keys/index.ts'

export const REASON_LENGTH = 500

/** Undefined for a reason that cannot be one, and empty where none is given. */
export const readReason = (given: string | undefined): string | undefined =>
  given?.trim() ? visibleLine(given, REASON_LENGTH) : ''

/** Of an account that is locked. Without an actor it is the operator at the command line. */
export async function banAccount(
  tx: Transaction,
  account: Account,
  reason: string,
  actorId: string | undefined,
): Promise<'last_admin' | 'already_banned' | undefined> {
  if (await isLastAdmin(tx, tx.deps, account)) return 'last_admin'
  if (account.bannedAt !== undefined) return 'already_banned'
  await accountsIn(tx).setBanned(account.id, reason || undefined, tx.deps.clock.now())
  await endKeysOf(tx, account.id, 'banned', actorId)
  await endSessions(tx, account.id, 'banned', { actorId })
  await cancelEmailChange(tx, account.id, 'credentials', actorId)
  await tx.record('admin.user.banned', { actorId, targetUserId: account.id, metadata: reason ? { reason } : {} })
  return undefined
}

export async function liftBan(tx: Transaction, account: Account, actorId: string | undefined): Promise<'not_banned' | undefined> {
  if (account.bannedAt === undefined) return 'not_banned'
  await accountsIn(tx).liftBan(account.id, tx.deps.clock.now())
  await tx.record('admin.user.unbanned', { actorId, targetUserId: account.id })
  return undefined
}
