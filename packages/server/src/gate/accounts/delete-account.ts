import type { Connection } from '../../platform/store/table.ts'
import { lockBefore } from '../access/lock-unproved.ts'
import { logKeyOf } from '../audit/log/log-key.ts'
import type { Context } from '../deps.ts'
import { HOOKS, withLocks } from '../hooks.ts'
import type { Transaction } from '../transaction.ts'
import { accountAddressesIn } from './tables/account-addresses.ts'
import { accountTracesIn } from './tables/account-traces.ts'
import { type Account, accountsIn } from './tables/accounts.ts'

/** An address that was never proved may be a stranger's, and so may the invites that were sent there. */
async function provedBy(tx: Connection, { id, email, verifiedAt }: Account, now: number): Promise<readonly string[]> {
  const former = await accountAddressesIn(tx).keptFor(id, now)
  return verifiedAt === undefined ? former : [email, ...former]
}

/** Why the purge removes an account. */
type UnusedReason = 'unverified' | 'inactive'

interface Removal {
  readonly actorId: string | undefined
  readonly reason?: UnusedReason
}

type Remove = (account: Account, removal?: Removal) => Promise<void>

/**
 * A transaction that removes an account with its sessions and refresh tokens. The codes of the account stay until they expire, to
 * say that the account is gone; the audit log keeps the account's id. Nothing else is left anywhere.
 *
 * Organisations are locked before accounts everywhere, so they are locked here before `work` locks the account's row.
 */
export async function deletingAccount<C extends Context, T>(
  context: C,
  accountId: string,
  work: (tx: Transaction<C>, remove: Remove) => Promise<T>,
): Promise<T> {
  // Without a ban there is nothing to mark, and a process that does not know the newest SECRET can delete as well.
  const { store } = context.deps
  const key = (await accountTracesIn(store).hasReasons(accountId)) ? await logKeyOf(context.deps) : undefined
  return withLocks(context, async (tx) => {
    await lockBefore(tx, accountId)
    return work(tx, async (account, { actorId, reason } = { actorId: account.id }) => {
      for (const { removing } of HOOKS) await removing?.(tx, account, actorId)
      await accountTracesIn(tx).forget(account.id, key)
      for (const email of await provedBy(tx, account, context.deps.clock.now())) await accountTracesIn(tx).removeSentTo(email)
      await tx.record('account.deleted', { actorId, targetUserId: account.id, ...(reason && { metadata: { reason } }) })
      // The mailbox of an address that was never proved may be a stranger's.
      if (reason !== 'unverified') await tx.notify('account-deleted', account)
      await accountsIn(tx).remove(account.id)
    })
  })
}
