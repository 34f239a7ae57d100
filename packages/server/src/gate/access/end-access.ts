import { codesIn } from '../codes/tables/codes.ts'
import { challengesIn } from '../factors/tables/challenges.ts'
import { HOOKS } from '../hooks.ts'
import type { EndReason } from '../sessions/end-reasons.ts'
import { type Ended, type OpenSessions, sessionEndingsIn } from '../sessions/tables/session-endings.ts'
import type { Session } from '../sessions/tables/sessions.ts'
import type { Transaction } from '../transaction.ts'

type OneSession = Pick<Session, 'id' | 'accountId'>
type Kept = { readonly keptId?: string | undefined }

/** Every end of a session passes here, so that whatever hangs on the session ends in the same transaction. The caller has locked the account's row. */
async function passOn(tx: Transaction, accountId: string, { count, ids }: Ended, keptId?: string): Promise<number> {
  if (count > 0) for (const { sessionsEnded } of HOOKS) await sessionsEnded?.(tx, { accountId, ids, keptId })
  return count
}

/** Ends the sessions of an account and their refresh tokens, and says how many. The caller tells the log. */
export async function endAllSessions(tx: Transaction, accountId: string, { keptId }: Kept = {}): Promise<Ended> {
  const ended = await sessionEndingsIn(tx).endAllOf(accountId, tx.deps.clock.now(), keptId)
  await passOn(tx, accountId, ended, keptId)
  return ended
}

export async function endSessions(
  tx: Transaction,
  accountId: string,
  reason: EndReason,
  { keptId, actorId }: Kept & { readonly actorId?: string | undefined } = {},
): Promise<void> {
  await noteEnded(tx, accountId, await endAllSessions(tx, accountId, { keptId }), reason, actorId)
}

/** Before another session begins, those that were unused for longest make room. */
export async function endUnused(tx: Transaction, accountId: string, open: OpenSessions): Promise<void> {
  const { config, clock } = tx.deps
  const ended = await sessionEndingsIn(tx).makeRoom(accountId, open, config.sessions.maxPerAccount, clock.now())
  await passOn(tx, accountId, ended)
  await noteEnded(tx, accountId, ended, 'session_cap')
}

async function noteEnded(
  tx: Transaction,
  accountId: string,
  { count, ids = [] }: Ended,
  reason: EndReason,
  actorId = accountId,
): Promise<void> {
  if (count === 0) return
  const [sessionId] = count === 1 ? ids : []
  const metadata = sessionId === undefined ? { reason, sessions: count } : { reason }
  await tx.record('session.revoked', { actorId, targetUserId: accountId, sessionId, metadata })
}

/** Ends a single session, of which the caller tells the log. False when the account has no such live session. */
export async function endSession(tx: Transaction, { id, accountId }: OneSession): Promise<boolean> {
  return (await passOn(tx, accountId, await sessionEndingsIn(tx).end(id, accountId, tx.deps.clock.now()))) === 1
}

/** Ends a single session. False when the account has no such live session. */
export async function endOneSession(
  tx: Transaction,
  session: OneSession,
  reason: EndReason,
  actorId = session.accountId,
): Promise<boolean> {
  const isEnded = await endSession(tx, session)
  if (isEnded) await noteEnded(tx, session.accountId, { count: 1, ids: [session.id] }, reason, actorId)
  return isEnded
}

/** Notes for the owner that the time of a session is over, once. */
export async function endRunOut(tx: Transaction, { id, accountId }: OneSession, reason: EndReason): Promise<void> {
  const ended = await sessionEndingsIn(tx).noteRunOut(id, accountId, tx.deps.clock.now())
  await passOn(tx, accountId, ended)
  await noteEnded(tx, accountId, ended, reason)
}

/** Ends unused mailed codes, unconfirmed changes of address, and sign-ins that wait for a second factor. */
export async function endCodes(tx: Transaction, accountId: string, actorId = accountId): Promise<void> {
  await codesIn(tx).endAllOf(accountId, tx.deps.clock.now())
  for (const { codesEnded } of HOOKS) await codesEnded?.(tx, accountId, actorId)
  await challengesIn(tx).removeAllOf(accountId)
}

/** After a change of credentials nothing handed out before works, including what a kept session has opened on other hosts. */
export async function endEverythingOf(tx: Transaction, accountId: string, reason: EndReason, keptId?: string): Promise<void> {
  await endSessions(tx, accountId, reason, { keptId })
  if (keptId !== undefined) for (const { sessionKept } of HOOKS) await sessionKept?.(tx, keptId, accountId)
  await endCodes(tx, accountId)
}
