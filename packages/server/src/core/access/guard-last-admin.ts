import type { Tables } from '../../store/store.ts'
import type { Account } from '../../store/tables/accounts.ts'
import type { Deps } from '../deps.ts'
import { canBeOpened, waysIn } from './ways-in.ts'

/**
 * Whether no one could administer the service without this account. Ask inside the transaction that would remove, ban
 * or demote it, about the row as it is held there: an account that was read before may have become an administrator, the
 * only one, meanwhile. The answer holds until that transaction ends.
 */
export async function isLastAdmin(tx: Tables, deps: Deps, account: Account): Promise<boolean> {
  if (account.role !== 'admin' || account.bannedAt !== undefined) return false
  const canSignIn = canBeOpened(await waysIn(tx, deps, account))
  return canSignIn && (await tx.accounts.countOtherAdmins(account.id, [...deps.providers.keys()])) === 0
}
