import type { Caller, Context } from '../deps.ts'
import { sessionEndingsIn } from '../sessions/tables/session-endings.ts'
import { inTransaction } from '../transaction.ts'

/** Ends the session that the caller is in, and with it whatever that has opened in applications. */
export const signOut = (context: Context, { account, session }: Caller): Promise<void> =>
  inTransaction(context, async (tx) => {
    await sessionEndingsIn(tx).end(session.id, account.id, tx.deps.clock.now())
    await tx.record('logout', { actorId: account.id, targetUserId: account.id, sessionId: session.id })
  })
