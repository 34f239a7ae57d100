import { codesIn } from '../codes/tables/codes.ts'
import { challengesIn } from '../factors/tables/challenges.ts'
import { HOOKS } from '../hooks.ts'
import type { EndReason } from '../sessions/end-reasons.ts'
import { type Ended, type OpenSessions, sessionEndingsIn } from '../sessions/tables/session-endings.ts'
import type { Session } from '../sessions/tables/sessions.ts'
import type { Transaction } from '../transaction.ts'

/** Ends the sessions of an account and their refresh tokens. The caller has locked the account's row. */
export async function endSessions(
  tx: Transaction,
  accountId: string,
  reason: EndReason,
  { keptId, actorId }: { readonly keptId?: string | undefined; readonly actorId?: string | undefined } = {},
): Promise<void> {
  const ended = await sessionEndingsIn(tx).endAllOf(accountId, tx.deps.clock.now(), keptId)
  await noteEnded(tx, accountId, ended, reason, actorId)
}

/** Before another session begins, those that were unused for longest make room. */
export async function endUnused(tx: Transaction, accountId: string, open: OpenSessions): Promise<void> {
  const { config, clock } = tx.deps
  const ended = await sessionEndingsIn(tx).makeRoom(accountId, open, config.sessions.maxPerAccount, clock.now())
  await noteEnded(tx, accountId, ended, 'session_cap')
}

async function noteEnded(
  tx: Transaction,
  accountId: string,
  { count, sessionId }: Ended,
  reason: EndReason,
  actorId = accountId,
): Promise<void> {
  if (count === 0) return
  const metadata = sessionId === undefined ? { reason, sessions: count } : { reason }
  await tx.record('session.revoked', { actorId, targetUserId: accountId, sessionId, metadata })
}

/** Ends a single session. False when the account has no such live session. */
export async function endOneSession(
  tx: Transaction,
  { id, accountId }: Pick<Session, 'id' | 'accountId'>,
  reason: EndReason,
  actorId = accountId,
): Promise<boolean> {
  const isEnded = await sessionEndingsIn(tx).end(id, accountId, tx.deps.clock.now())
  if (isEnded) await noteEnded(tx, accountId, { count: 1, sessionId: id }, reason, actorId)
  return isEnded
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
  if (keptId !== undefined) for (const { sessionKept } of HOOKS) await sessionKept?.(tx, keptId)
  await endCodes(tx, accountId)
}
