import type { Connection } from '../../platform/store/table.ts'
import { accountsIn } from '../accounts/tables/accounts.ts'
import { HOOKS } from '../hooks.ts'

export async function lockBefore(tx: Connection, accountId: string): Promise<void> {
  for (const { beforeLock } of HOOKS) await beforeLock?.(tx, accountId)
}

/** Only the first proof of a mailbox takes something from an account, so only the first proof needs the locks. */
export async function lockUnproved(tx: Connection, accountId: string): Promise<void> {
  const account = await accountsIn(tx).find(accountId)
  if (account && account.mailboxProvedAt === undefined) await lockBefore(tx, accountId)
}
