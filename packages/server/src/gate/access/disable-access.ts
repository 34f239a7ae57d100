import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import { addCodeMail, writeCodeMail } from '../codes/code-mail.ts'
import { type Disowned, disown } from '../hooks.ts'
import { hasPasswords } from '../passwords/has-passwords.ts'
import type { Transaction } from '../transaction.ts'
import { endEverythingOf } from './end-access.ts'

/**
 * Locks all visitors out of an account: the password is void, what was enrolled since `why.since` is removed, and all sessions
 * and codes end. Older factors still count, and a mailed link leads to a new password. The caller has locked the account's row.
 */
export async function disableAccess(tx: Transaction, account: Account, why: Disowned): Promise<void> {
  await accountsIn(tx).voidPassword(account.id, tx.deps.clock.now())
  await disown(tx, account, why)
  await endEverythingOf(tx, account.id, why.reason)
}

/**
 * The owner's way back in, by the mailbox alone. False for a banned account, which gets none, and where there are no passwords: there a code
 * to sign in with is the way.
 */
export async function mailReset(tx: Transaction, account: Account): Promise<boolean> {
  if (account.bannedAt !== undefined || !hasPasswords(tx.deps.config)) return false
  await addCodeMail(tx, writeCodeMail(tx, 'password-reset', account, 'background'))
  return true
}
