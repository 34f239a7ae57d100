import { accountsIn } from '../accounts/tables/accounts.ts'
import type { Caller, Context } from '../deps.ts'
import { inTransaction } from '../transaction.ts'
import { endSession } from './end-access.ts'

/** Ends the session that the caller is in, and with it whatever that has opened in applications. */
export const signOut = (context: Context, { account, session }: Caller): Promise<void> =>
  inTransaction(context, async (tx) => {
    // So that no application is let in from a session that ends meanwhile.
    await accountsIn(tx).lock(account.id, tx.deps.clock.now())
    await endSession(tx, session)
    await tx.record('logout', { actorId: account.id, targetUserId: account.id, sessionId: session.id })
  })
