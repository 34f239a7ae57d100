import type { CodeHashes } from '../../platform/kernel/codes.ts'
import type { Connection } from '../../platform/store/table.ts'
import { lockUnproved } from '../access/lock-unproved.ts'
import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import type { Deps } from '../deps.ts'
import { wasMailedTo } from './code-mail.ts'
import { codesIn } from './tables/codes.ts'

type Redeemed =
  | { readonly state: 'taken'; readonly account: Account | undefined }
  | { readonly state: 'unknown' | 'used' | 'expired' }

/**
 * Spends a code inside the transaction of its effect. The account's row is locked first, as everywhere, so that two flows never
 * deadlock. A taken code without an account belonged to a deleted account. A code that was mailed to an address which the account
 * no longer has is unknown: it was asked for while the address changed.
 */
export async function redeemCode(tx: Connection, { clock }: Pick<Deps, 'clock'>, hashes: CodeHashes): Promise<Redeemed> {
  const now = clock.now()
  const { accountId, mailed } = await codesIn(tx).look(hashes, now)
  if (accountId === undefined || !mailed) return { state: 'unknown' }
  await lockUnproved(tx, accountId)
  const account = await accountsIn(tx).lock(accountId, now)
  if (account && !wasMailedTo(account.email, mailed)) return { state: 'unknown' }
  if (await codesIn(tx).take(hashes, now)) return { state: 'taken', account }
  const { state } = await codesIn(tx).look(hashes, now)
  return { state: state === 'live' ? 'unknown' : state }
}
