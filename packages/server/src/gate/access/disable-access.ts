import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import { addCodeMail, writeCodeMail } from '../codes/code-mail.ts'
import { type Disowned, disown } from '../hooks.ts'
import type { Transaction } from '../transaction.ts'
import { endEverythingOf } from './end-access.ts'

/**
 * Takes an account from all who are in, and lets no visitor in: the password is void, what was enrolled since then is
 * removed, no matter in which session, and everything that was handed out ends. What is older still gates, and a mailed link leads
 * to a new password. The caller holds the row.
 */
export async function disableAccess(tx: Transaction, account: Account, why: Disowned): Promise<void> {
  const { id } = account
  await accountsIn(tx).voidPassword(id, tx.deps.clock.now())
  await disown(tx, account, why)
  await endEverythingOf(tx, id)
}

/** A way back in for the owner, and the mailbox alone. None for an account that is banned. */
export async function mailReset(tx: Transaction, account: Account): Promise<void> {
  if (account.bannedAt !== undefined) return
  await addCodeMail(tx, writeCodeMail(tx, 'password-reset', account, 'background'))
}
