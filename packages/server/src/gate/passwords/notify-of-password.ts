import { labelsOf, signInMethodsOf } from '../access/sign-in-methods.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Transaction } from '../transaction.ts'

/** A new password does not lock out a visitor who signs in by a provider, so the notice names the linked providers. */
export async function notifyOfPassword(tx: Transaction, account: Account): Promise<void> {
  const { providers } = await signInMethodsOf(tx, tx.deps, account)
  await tx.notify('password-changed', account, { providers: labelsOf(tx.deps, providers).join(', ') })
}
