import type { Caller, Context } from '../deps.ts'
import { inTransaction } from '../transaction.ts'
import { endSession } from './end-access.ts'

/** Ends the session that the caller is in, and with it whatever that has opened in applications. */
export const signOut = (context: Context, { account, session }: Caller): Promise<void> =>
  inTransaction(context, async (tx) => {
    await endSession(tx, session)
    await tx.record('logout', { actorId: account.id, targetUserId: account.id, sessionId: session.id })
  })
