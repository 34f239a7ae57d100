import type { Connection } from '../../platform/store/table.ts'
import { lockBefore } from '../access/lock-unproved.ts'
import type { Context } from '../deps.ts'
import { HOOKS, withLocks } from '../hooks.ts'
import type { Transaction } from '../transaction.ts'
import { accountAddressesIn } from './tables/account-addresses.ts'
import { accountTracesIn } from './tables/account-traces.ts'
import { type Account, accountsIn } from './tables/accounts.ts'

/** Addresses that are its own. One that was never proved may be another's, and so are the invites that were sent there. */
async function provedBy(tx: Connection, { id, email, verifiedAt }: Account, now: number): Promise<readonly string[]> {
  const former = await accountAddressesIn(tx).keptFor(id, now)
  return verifiedAt === undefined ? former : [email, ...former]
}

/** Removes the account, which the caller holds and may remove. */
type Remove = (account: Account, actorId?: string) => Promise<void>

/**
 * A transaction that removes an account: sessions and refresh tokens go with the row. Its codes stay until they expire, only to
 * say that the account is gone; a stranger who registers the address gets another id. The log keeps its id, and nothing else
 * of it is left anywhere.
 *
 * All lock organisations before accounts; so those of this account are locked before `work` holds its row.
 */
export async function deletingAccount<C extends Context, T>(
  context: C,
  accountId: string,
  work: (tx: Transaction<C>, remove: Remove) => Promise<T>,
): Promise<T> {
  return withLocks(context, async (tx) => {
    await lockBefore(tx, accountId)
    return work(tx, async (account, actorId = account.id) => {
      for (const { removing } of HOOKS) await removing?.(tx, account, actorId)
      await accountTracesIn(tx).forget(account.id)
      for (const email of await provedBy(tx, account, context.deps.clock.now())) await accountTracesIn(tx).removeInvitesTo(email)
      await tx.record('account.deleted', { actorId, targetUserId: account.id })
      await tx.notify('account-deleted', account)
      await accountsIn(tx).remove(account.id)
    })
  })
}
