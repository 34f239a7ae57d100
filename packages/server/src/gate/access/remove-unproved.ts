import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import { disown, type Removed } from '../hooks.ts'
import { hasPasswords } from '../passwords/has-passwords.ts'
import type { Transaction } from '../transaction.ts'
import { endEverythingOf } from './end-access.ts'
import { mailboxProofsIn } from './tables/mailbox-proofs.ts'

/**
 * Removes everything that a stranger could have set before the mailbox was proved. The caller has locked the account's row. Where there are no
 * passwords any more, one from before goes without a word.
 */
export async function removeUnproved(tx: Transaction, account: Account, voidsPassword: boolean): Promise<Removed> {
  const now = tx.deps.clock.now()
  const { kinds, providers } = await disown(tx, account, { reason: 'mailbox_proved', since: 0 })
  const losesPassword = voidsPassword && account.passwordHash !== undefined
  if (losesPassword) await accountsIn(tx).voidPassword(account.id, now)
  await mailboxProofsIn(tx).claim(account.id, now)
  await endEverythingOf(tx, account.id, 'mailbox_proved')
  const isTold = losesPassword && hasPasswords(tx.deps.config)
  return { kinds: isTold ? ['password', ...kinds] : kinds, providers }
}
