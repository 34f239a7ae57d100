import { codesIn } from '../codes/tables/codes.ts'
import { challengesIn } from '../factors/tables/challenges.ts'
import { HOOKS } from '../hooks.ts'
import { type Ended, sessionEndingsIn } from '../sessions/tables/session-endings.ts'
import type { Transaction } from '../transaction.ts'

/** Which session is kept, and who ends the others where that is not the owner. */
interface Ending {
  readonly keptId?: string | undefined
  readonly actorId?: string
}

/** Ends the sessions of an account, and with them their refresh tokens; one may be kept. The caller holds its row. */
export async function endSessions(tx: Transaction, accountId: string, ending: Ending = {}): Promise<void> {
  const { keptId, actorId = accountId } = ending
  const ended = await sessionEndingsIn(tx).endAllOf(accountId, tx.deps.clock.now(), keptId)
  await noteEnded(tx, accountId, ended, { actorId })
}

/** Before one more session begins: those that were unused for longest make room for it. */
export async function endUnused(tx: Transaction, accountId: string): Promise<void> {
  const { config, clock } = tx.deps
  const ended = await sessionEndingsIn(tx).makeRoom(accountId, config.sessions.maxPerAccount, clock.now())
  await noteEnded(tx, accountId, ended, { reason: 'session_cap' })
}

/** One event, however many there were. */
async function noteEnded(
  tx: Transaction,
  accountId: string,
  { count, sessionId }: Ended,
  { actorId = accountId, ...reason }: { readonly actorId?: string; readonly reason?: string } = {},
): Promise<void> {
  if (count === 0) return
  const metadata = sessionId === undefined ? { ...reason, sessions: count } : reason
  await tx.record('session.revoked', { actorId, targetUserId: accountId, sessionId, metadata })
}

/**
 * Ends what was mailed to an account and not used yet, a change of address that waits to be confirmed, and every sign-in that
 * waits for a second factor.
 */
export async function endCodes(tx: Transaction, accountId: string, actorId = accountId): Promise<void> {
  await codesIn(tx).endAllOf(accountId, tx.deps.clock.now())
  for (const { codesEnded } of HOOKS) await codesEnded?.(tx, accountId, actorId)
  await challengesIn(tx).removeAllOf(accountId)
}

/**
 * After a change of credentials nothing that was handed out under the old ones works any more. One session may be kept; what it
 * has opened in applications on other hosts is not.
 */
export async function endEverythingOf(tx: Transaction, accountId: string, keptId?: string): Promise<void> {
  await endSessions(tx, accountId, { keptId })
  if (keptId !== undefined) for (const { sessionKept } of HOOKS) await sessionKept?.(tx, keptId)
  await endCodes(tx, accountId)
}
