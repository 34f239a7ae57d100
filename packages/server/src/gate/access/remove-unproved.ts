import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import { disown, type Removed } from '../hooks.ts'
import type { Transaction } from '../transaction.ts'
import { endEverythingOf } from './end-access.ts'
import { mailboxProofsIn } from './tables/mailbox-proofs.ts'

/** Takes from an account, whose row is held, everything that a stranger could have set before its mailbox was proved. */
export async function removeUnproved(tx: Transaction, account: Account, voidsPassword: boolean): Promise<Removed> {
  const { id } = account
  const now = tx.deps.clock.now()
  const { kinds, providers } = await disown(tx, account, { reason: 'mailbox_proved', since: 0 })
  const losesPassword = voidsPassword && account.passwordHash !== undefined
  if (losesPassword) await accountsIn(tx).voidPassword(id, now)
  await mailboxProofsIn(tx).claim(id, now)
  await endEverythingOf(tx, id)
  return { kinds: losesPassword ? ['password', ...kinds] : kinds, providers }
}
