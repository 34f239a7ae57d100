import type { Transaction } from '../../../gate/transaction.ts'
import { emailChangesIn } from '../tables/email-changes.ts'

type Reason = 'owner' | 'replaced' | 'credentials' | 'taken'

/** The caller has locked the account's row. */
export async function cancelEmailChange(tx: Transaction, accountId: string, reason: Reason, actorId = accountId): Promise<void> {
  const isEnded = await emailChangesIn(tx).end(accountId, 'cancelled', tx.deps.clock.now())
  if (isEnded) await tx.record('email.change.cancelled', { actorId, targetUserId: accountId, metadata: { reason } })
}
