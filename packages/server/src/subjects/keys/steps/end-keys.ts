import type { Transaction } from '../../../gate/transaction.ts'
import { apiKeysIn } from '../tables/api-keys.ts'

type Reason = 'demoted' | 'banned' | 'deleted' | 'password_reset' | 'email_reverted' | 'device_reported' | 'mailbox_proved'

/** The caller has locked the account's row, under which keys are made too, so no key is left. Returns how many were ended. */
export async function endKeysOf(tx: Transaction, accountId: string, reason: Reason, actorId = accountId): Promise<number> {
  const ended = await apiKeysIn(tx).revokeAllBy(accountId, tx.deps.clock.now())
  for (const { id, name } of ended) await tx.record('admin.key.revoked', { actorId, metadata: { keyId: id, name, reason } })
  return ended.length
}
