import type { CodeHashes } from '../../kernel/codes.ts'
import type { Account } from '../../store/tables/accounts.ts'
import type { Tables } from '../../store/tables.ts'

type Redeemed =
  | { readonly state: 'taken'; readonly account: Account | undefined }
  | { readonly state: 'unknown' | 'used' | 'expired' }

/**
 * Spends a code inside the transaction of its effect. The account's row is locked first, as everywhere, so that two
 * flows never wait for each other; a taken code without an account belonged to one that was deleted.
 */
export async function redeemCode(tx: Tables, hashes: CodeHashes, now: number): Promise<Redeemed> {
  const { accountId } = await tx.codes.look(hashes, now)
  if (accountId === undefined) return { state: 'unknown' }
  const account = await tx.accounts.hold(accountId, now)
  if (await tx.codes.take(hashes, now)) return { state: 'taken', account }
  const { state } = await tx.codes.look(hashes, now)
  return { state: state === 'live' ? 'unknown' : state }
}
