import type { Connection } from '../../platform/store/table.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import { adminsIn } from '../accounts/tables/admins.ts'
import type { Deps } from '../deps.ts'
import { canBeOpened, openingRpId, waysIn } from './ways-in.ts'

/**
 * Whether no one could administer the service without this account. Ask inside the transaction that would remove, ban
 * or demote it, about the row as it is held there: an account that was read before may have become an administrator, the
 * only one, meanwhile. The answer holds until that transaction ends.
 */
export async function isLastAdmin(tx: Connection, deps: Deps, account: Account): Promise<boolean> {
  if (account.role !== 'admin' || account.bannedAt !== undefined) return false
  const canSignIn = canBeOpened(await waysIn(tx, deps, account))
  if (!canSignIn) return false
  const ways = { providers: [...deps.providers.keys()], rpId: openingRpId(deps) }
  return (await adminsIn(tx).countOthers(account.id, ways)) === 0
}
