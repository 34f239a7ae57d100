import { newId } from '../../platform/kernel/ids.ts'
import { hashToken, newToken } from '../../platform/kernel/tokens.ts'
import { endUnused } from '../access/end-access.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import { elevationBy } from '../factors/step-up.ts'
import type { Transaction } from '../transaction.ts'
import { handOver, lifetimeFrom } from './issue-session.ts'
import { sessionEndingsIn } from './tables/session-endings.ts'
import { sessionNamesIn } from './tables/session-names.ts'
import { type Session, sessionsIn } from './tables/sessions.ts'

/**
 * A session of an application, which outlives the one that its owner let the application in from. It stands among the owner's sessions
 * under the application's name, counts for the cap and ends as they do; no cookie opens it, and it has passed no second factor. Where it takes
 * the place of another, it goes by the name that this one had, and what hung on that one goes along.
 *
 * The caller has locked the account's row, and found the session alive that it comes from.
 */
export async function issueApplicationSession(
  tx: Transaction,
  account: Account,
  { from, name, replacedId }: { readonly from: Session; readonly name: string; readonly replacedId?: string | undefined },
): Promise<Session> {
  const { deps } = tx
  const now = deps.clock.now()
  if (replacedId === undefined) await endUnused(tx, account.id, await sessionEndingsIn(tx).countOpen(account.id, now))
  const signIn = await sessionsIn(tx).beganBy(from.id)
  const { ipAddress, userAgent } = from
  const row = { id: newId(now), accountId: account.id, ipAddress, userAgent, secondFactorAt: undefined, createdAt: now }
  const elevation = elevationBy(signIn, undefined, from.createdAt)
  const session = await sessionsIn(tx).add({ ...row, ...lifetimeFrom(deps, now) }, signIn, elevation, hashToken(newToken()))
  await sessionNamesIn(tx).set(session.id, account.id, name, now)
  if (replacedId !== undefined) {
    await sessionNamesIn(tx).inherit(replacedId, session.id)
    await handOver(tx, { id: replacedId, accountId: account.id }, session)
  }
  deps.activeAccounts.note(account.id, now)
  await tx.record('session.created', { actorId: account.id, targetUserId: account.id, sessionId: session.id })
  return session
}
