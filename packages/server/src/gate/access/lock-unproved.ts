import type { Connection } from '../../platform/store/table.ts'
import { accountsIn } from '../accounts/tables/accounts.ts'
import { HOOKS } from '../hooks.ts'

/** Takes the locks that all take before the row of an account. */
export async function lockBefore(tx: Connection, accountId: string): Promise<void> {
  for (const { beforeLock } of HOOKS) await beforeLock?.(tx, accountId)
}

/** The same before a proof of the mailbox, which takes something from an account only where it is the first. */
export async function lockUnproved(tx: Connection, accountId: string): Promise<void> {
  const account = await accountsIn(tx).find(accountId)
  if (account && account.mailboxProvedAt === undefined) await lockBefore(tx, accountId)
}
