import type { Account } from '../../store/tables/accounts.ts'
import type { Tables } from '../../store/tables.ts'
import { record } from '../audit/audit.ts'
import type { Context } from '../deps.ts'
import { notify } from '../mails/notify.ts'

/**
 * Removes an account inside the transaction of a caller that may: sessions and refresh tokens go with the row. Its codes
 * stay until they expire, only to say that the account is gone; a stranger who registers the address gets another id.
 */
export async function deleteAccount(tx: Tables, context: Context, account: Account, actorId = account.id): Promise<void> {
  await record(tx, context, 'account.deleted', { actorId, targetUserId: account.id })
  await notify(tx, context, 'account-deleted', account)
  await tx.accounts.remove(account.id)
}
