import type { Transaction } from '../../../gate/transaction.ts'
import { apiKeysIn } from '../tables/api-keys.ts'

type Reason = 'demoted' | 'banned' | 'deleted' | 'password_reset' | 'email_reverted' | 'device_reported' | 'mailbox_proved'

/**
 * Ends every key that an account has made: one that may no longer administer, or was in other hands, leaves none behind. The caller
 * holds the account's row, and a key is made under the same lock. Says how many there were.
 */
export async function endKeysOf(tx: Transaction, accountId: string, reason: Reason, actorId = accountId): Promise<number> {
  const ended = await apiKeysIn(tx).revokeAllBy(accountId, tx.deps.clock.now())
  for (const { id, name } of ended) await tx.record('admin.key.revoked', { actorId, metadata: { keyId: id, name, reason } })
  return ended.length
}
