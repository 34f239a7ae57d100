import { endOneSession } from '../../../gate/access/end-access.ts'
import type { EndReason } from '../../../gate/sessions/end-reasons.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { type Grants, grantEndingsIn } from '../tables/grant-endings.ts'

type Why = EndReason | 'session_ended'

/**
 * What an application holds of an account ends, and the application is told: all in the transaction of whatever ends it. A session that was
 * made for an application ends with its grant. The caller has locked the row of the account, and tells the log why.
 */
export async function endGrants(
  tx: Transaction,
  { accountId, ...grants }: { readonly accountId: string } & Grants,
  why: Why,
): Promise<number> {
  const ended = await grantEndingsIn(tx).end(accountId, grants, tx.deps.clock.now())
  if (why === 'session_ended') return ended.length
  for (const { sessionId, hasOwnSession } of ended) if (hasOwnSession) await endOneSession(tx, { id: sessionId, accountId }, why)
  return ended.length
}
