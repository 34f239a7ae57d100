import { codesIn } from '../codes/tables/codes.ts'
import { challengesIn } from '../factors/tables/challenges.ts'
import { HOOKS } from '../hooks.ts'
import { type Ended, type OpenSessions, sessionEndingsIn } from '../sessions/tables/session-endings.ts'
import type { Transaction } from '../transaction.ts'

/** Ends the sessions of an account and their refresh tokens. The caller has locked the account's row. */
export async function endSessions(
  tx: Transaction,
  accountId: string,
  { keptId, actorId = accountId }: { readonly keptId?: string | undefined; readonly actorId?: string } = {},
): Promise<void> {
  const ended = await sessionEndingsIn(tx).endAllOf(accountId, tx.deps.clock.now(), keptId)
  await noteEnded(tx, accountId, ended, { actorId })
}

/** Before another session begins, those that were unused for longest make room. */
export async function endUnused(tx: Transaction, accountId: string, open: OpenSessions): Promise<void> {
  const { config, clock } = tx.deps
  const ended = await sessionEndingsIn(tx).makeRoom(accountId, open, config.sessions.maxPerAccount, clock.now())
  await noteEnded(tx, accountId, ended, { reason: 'session_cap' })
}

async function noteEnded(
  tx: Transaction,
  accountId: string,
  { count, sessionId }: Ended,
  { actorId = accountId, ...reason }: { readonly actorId?: string; readonly reason?: string },
): Promise<void> {
  if (count === 0) return
  const metadata = sessionId === undefined ? { ...reason, sessions: count } : reason
  await tx.record('session.revoked', { actorId, targetUserId: accountId, sessionId, metadata })
}

/** Ends unused mailed codes, unconfirmed changes of address, and sign-ins that wait for a second factor. */
export async function endCodes(tx: Transaction, accountId: string, actorId = accountId): Promise<void> {
  await codesIn(tx).endAllOf(accountId, tx.deps.clock.now())
  for (const { codesEnded } of HOOKS) await codesEnded?.(tx, accountId, actorId)
  await challengesIn(tx).removeAllOf(accountId)
}

/** After a change of credentials nothing handed out before works, including what a kept session has opened on other hosts. */
export async function endEverythingOf(tx: Transaction, accountId: string, keptId?: string): Promise<void> {
  await endSessions(tx, accountId, { keptId })
  if (keptId !== undefined) for (const { sessionKept } of HOOKS) await sessionKept?.(tx, keptId)
  await endCodes(tx, accountId)
}
