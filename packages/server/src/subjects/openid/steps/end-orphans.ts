import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { sessionsIn } from '../../../gate/sessions/tables/sessions.ts'
import type { Chore } from '../../../gate/subject.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Walk } from '../../../gate/upkeep/walk.ts'
import { grantEndingsIn, type Looked } from '../tables/grant-endings.ts'
import { endGrants } from './end-grants.ts'

/** Read in a few milliseconds. */
const SLICE = 500

/**
 * Ends what applications hold of sessions that no request has ended: those that have run out, were purged, or were over in a backup that was
 * restored.
 */
export function endOrphans(): Chore {
  const walk = new Walk<Looked>({
    slice: ({ deps }, now, behind) => grantEndingsIn(deps.store).look(behind?.id ?? '', now, SLICE),
    isMeant: ({ isOrphaned }) => isOrphaned,
    act: async (context, now, { accountId, sessionId }) => {
      await inTransaction(context, async (tx) => {
        await accountsIn(tx).lock(accountId, now)
        // A session may have been renewed since it was looked at.
        if (await sessionsIn(tx).isLive(sessionId, now)) return
        await endGrants(tx, { accountId, sessionIds: [sessionId] }, 'session_ended')
      })
    },
  })
  return (context, now) => walk.step(context, now)
}
