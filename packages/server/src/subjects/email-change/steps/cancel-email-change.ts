import type { Transaction } from '../../../gate/transaction.ts'
import { emailChangesIn } from '../tables/email-changes.ts'

type Reason = 'owner' | 'replaced' | 'credentials' | 'taken'

/** Ends a change of address that waits to be confirmed, if there is one. The caller holds the account's row. */
export async function cancelEmailChange(tx: Transaction, accountId: string, reason: Reason, actorId = accountId): Promise<void> {
  const isEnded = await emailChangesIn(tx).end(accountId, 'cancelled', tx.deps.clock.now())
  if (isEnded) await tx.record('email.change.cancelled', { actorId, targetUserId: accountId, metadata: { reason } })
}
