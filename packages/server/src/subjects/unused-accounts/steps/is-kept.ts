import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import { HOOKS } from '../../../gate/hooks.ts'
import type { Connection } from '../../../platform/store/table.ts'

/** Never removed for being unused: an administrator, a banned account, which would be free to come back, and one that others depend on. */
export async function isKept(tables: Connection, account: Account): Promise<boolean> {
  if (account.role === 'admin' || account.bannedAt !== undefined) return true
  for (const { isNeeded } of HOOKS) if (await isNeeded?.(tables, account)) return true
  return false
}
