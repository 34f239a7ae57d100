import { cookieNames } from '../../platform/config/cookie-names.ts'
import type { SessionCookies } from '../../platform/kernel/cookies.ts'
import { keyOfToken, seal, unseal } from '../../platform/kernel/keys.ts'
import { hashToken, isToken } from '../../platform/kernel/tokens.ts'
import type { Connection } from '../../platform/store/table.ts'
import { obstacleFor } from '../access/admit.ts'
import { endRunOut, endSession } from '../access/end-access.ts'
import { accountsIn } from '../accounts/tables/accounts.ts'
import type { Caller, Context } from '../deps.ts'
import { inTransaction, type Transaction } from '../transaction.ts'
import type { EndReason } from './end-reasons.ts'
import { cookiesOf, lifetimeFrom, newTokenPair, type TokenPair } from './issue-session.ts'
import { findPresented, type PresentedRefresh } from './presented-refresh.ts'
import { type RefreshToken, refreshTokensIn } from './tables/refresh-tokens.ts'
import { type Session, sessionsIn } from './tables/sessions.ts'

type Refusal = 'invalid_refresh_token' | 'refresh_expired' | 'session_revoked' | 'max_lifetime_exceeded'

export type Refreshed =
  | { readonly ok: true; readonly caller: Caller; readonly cookies: SessionCookies }
  | { readonly ok: false; readonly code: Refusal }

const refused = (code: Refusal): Refreshed => ({ ok: false, code })

/**
 * The session keeps its id; its old session token is dead at once.
 *
 * Rotation, renewal and the new row are one transaction. Of many callers with the same token the first rotates it; within the
 * grace period the others get the very same successor, which the first has sealed with the old token. After that period, or with
 * an older generation, two parties hold the token, so the session ends (RFC 9700, 4.14.2).
 */
export async function refreshSession(context: Context, cookie: PresentedRefresh): Promise<Refreshed> {
  const { token: presented } = cookie
  if (!isToken(presented)) return refused('invalid_refresh_token')
  const hash = hashToken(presented)
  const next = newTokenPair()
  const successor = seal(keyOfToken(presented), JSON.stringify(next))
  const known = await findPresented(context.deps.store, cookie)
  if (!known) return refused('invalid_refresh_token')

  return inTransaction(context, async (tx) => {
    const now = context.deps.clock.now()
    const account = await accountsIn(tx).lock(known.accountId, now)
    if (!account || obstacleFor(context.deps, account, 'session')) return refused('session_revoked')
    const before = await sessionsIn(tx).find(known.sessionId)
    if (!before) return refused('session_revoked')
    const { createdAt, refreshExpiresAt } = before
    const lastMoment = createdAt + context.deps.config.sessions.maxLifetime
    // One that was marked as ended after it had run out has run out.
    if (before.revokedAt !== undefined && before.revokedAt < Math.min(lastMoment, refreshExpiresAt))
      return refused('session_revoked')
    if (now >= lastMoment) return runOut(tx, before, 'max_lifetime', 'max_lifetime_exceeded')
    if (now >= refreshExpiresAt)
      return runOut(tx, before, refreshExpiresAt < lastMoment ? 'idle' : 'max_lifetime', 'refresh_expired')

    if (!(await refreshTokensIn(tx).take(hash, successor, context.deps.sharedTime.now())))
      return replay(tx, { account, session: before }, hash, presented)
    const lifetime = lifetimeFrom(context.deps, before.createdAt)
    const session = await sessionsIn(tx).renew(before.id, hashToken(next.session), lifetime, now)
    if (!session) return refused('session_revoked')
    context.deps.activeAccounts.note(account.id, now)
    context.deps.shownTokens.meet(hashToken(next.session))
    const token = { hash: hashToken(next.refresh), sessionId: session.id, generation: known.generation + 1 }
    const { refresh: name } = cookieNames(context.deps.config)
    await refreshTokensIn(tx).add({ ...token, expiresAt: lifetime.refreshExpiresAt, cookie: name })
    await tx.record('session.refreshed', { actorId: account.id, targetUserId: account.id, sessionId: session.id })
    return { ok: true, caller: { account, session }, cookies: cookiesOf(session, next) }
  })
}

/** Noted when the browser comes back. */
async function runOut(tx: Transaction, session: Session, reason: EndReason, code: Refusal): Promise<Refreshed> {
  await endRunOut(tx, session, reason)
  return refused(code)
}

/** The token was rotated before: by another tab a moment ago, or by a thief. */
async function replay(tx: Transaction, caller: Caller, hash: string, presented: string): Promise<Refreshed> {
  const { account, session } = caller
  const spent = await refreshTokensIn(tx).find(hash)
  if (spent?.successor !== undefined && (await isWithinGrace(tx, tx, spent))) {
    const tokens = JSON.parse(unseal(keyOfToken(presented), spent.successor)) as TokenPair
    return { ok: true, caller, cookies: cookiesOf(session, tokens) }
  }
  await endSession(tx, session)
  const subject = { isSuccess: false, targetUserId: account.id, sessionId: session.id }
  await tx.record('session.reuse_detected', { ...subject, metadata: { generation: spent?.generation ?? 0 } })
  return refused('session_revoked')
}

export async function isWithinGrace(tx: Connection, { deps }: Pick<Context, 'deps'>, spent: RefreshToken): Promise<boolean> {
  const isRecent = spent.rotatedAt !== undefined && deps.sharedTime.now() < spent.rotatedAt + deps.config.sessions.refreshGrace
  return isRecent && (await refreshTokensIn(tx).newestGeneration(spent.sessionId)) === spent.generation + 1
}
