import { record } from '../../../gate/audit/audit.ts'
import type { Context } from '../../../gate/deps.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { emailChangesIn } from '../tables/email-changes.ts'

type Reason = 'owner' | 'replaced' | 'credentials' | 'taken'

/** Ends a change of address that waits to be confirmed, if there is one. The caller holds the account's row. */
export async function cancelEmailChange(
  tx: Connection,
  context: Context,
  accountId: string,
  reason: Reason,
  actorId = accountId,
): Promise<void> {
  const isEnded = await emailChangesIn(tx).end(accountId, 'cancelled', context.deps.clock.now())
  if (isEnded) await record(tx, context, 'email.change.cancelled', { actorId, targetUserId: accountId, metadata: { reason } })
}
