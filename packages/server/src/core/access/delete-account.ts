import type { Account } from '../../store/tables/accounts.ts'
import type { Tables } from '../../store/tables.ts'
import { record } from '../audit/audit.ts'
import type { Context } from '../deps.ts'
import { endKeysOf } from '../keys/end-keys.ts'
import { notify } from '../mails/notify.ts'
import { JoinedMeanwhile, lockMemberships, unwindMemberships } from '../orgs/unwind-memberships.ts'

/** Removes the account, which the caller holds and may remove. */
type Remove = (account: Account, actorId?: string) => Promise<void>

/**
 * A transaction that removes an account: sessions and refresh tokens go with the row. Its codes stay until they expire, only to
 * say that the account is gone; a stranger who registers the address gets another id.
 *
 * All lock organisations before accounts; so those of this account are locked before `work` holds its row. Where it joins
 * another one in between, everything begins again.
 */
export async function deletingAccount<T>(
  context: Context,
  accountId: string,
  work: (tx: Tables, remove: Remove) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await context.deps.store.transaction(async (tx) => {
        const locked = await lockMemberships(tx, accountId)
        return work(tx, async (account, actorId = account.id) => {
          // Those who stay are not told which administrator it was.
          await unwindMemberships(tx, context, account.id, locked, actorId === account.id ? actorId : undefined)
          await record(tx, context, 'account.deleted', { actorId, targetUserId: account.id })
          await endKeysOf(tx, context, account.id, 'deleted', actorId)
          await notify(tx, context, 'account-deleted', account)
          await tx.accounts.remove(account.id)
        })
      })
    } catch (error) {
      if (!(error instanceof JoinedMeanwhile)) throw error
    }
  }
}
