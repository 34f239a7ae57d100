import type { Connection } from '../../platform/store/table.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import { adminsIn } from '../accounts/tables/admins.ts'
import type { Deps } from '../deps.ts'
import { canBeOpened, signInMethodsOf } from './sign-in-methods.ts'

/**
 * Whether no one could administer the service without this account. Ask inside the transaction that removes, bans or demotes
 * the account, with the row as locked there: an account that was read earlier may have become the only administrator
 * meanwhile. The answer holds until that transaction ends.
 */
export async function isLastAdmin(tx: Connection, deps: Deps, account: Account): Promise<boolean> {
  if (account.role !== 'admin' || account.bannedAt !== undefined) return false
  const canSignIn = async (one: Account) => canBeOpened(await signInMethodsOf(tx, deps, one))
  if (!(await canSignIn(account))) return false
  for (const other of await adminsIn(tx).others(account.id)) if (await canSignIn(other)) return false
  return true
}
