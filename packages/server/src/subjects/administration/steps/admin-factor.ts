import { canBeOpened, signInMethodsOf } from '../../../gate/access/sign-in-methods.ts'
import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import { hasPasswords } from '../../../gate/passwords/has-passwords.ts'
import type { Transaction } from '../../../gate/transaction.ts'

/**
 * Whether the account could show nothing but its mailbox, as an administrator where there are no passwords. That opens no administrators'
 * route, and lets an administrator enrol nothing: the owner adds a passkey or an authenticator app before.
 */
export const lacksAdminFactor = async (tx: Transaction, account: Account): Promise<boolean> =>
  !hasPasswords(tx.deps.config) && !canBeOpened(await signInMethodsOf(tx, tx.deps, { ...account, role: 'admin' }))
