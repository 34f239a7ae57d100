import { cookieNames } from '../../platform/config/cookie-names.ts'
import type { SessionCookies } from '../../platform/kernel/cookies.ts'
import { newId } from '../../platform/kernel/ids.ts'
import { hashToken, newToken } from '../../platform/kernel/tokens.ts'
import { endOneSession, endUnused } from '../access/end-access.ts'
import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import type { Deps } from '../deps.ts'
import type { SecondFactor } from '../factors/second-factors.ts'
import { elevationBy, strongerOf } from '../factors/step-up.ts'
import { elevationsIn } from '../factors/tables/elevations.ts'
import { HOOKS } from '../hooks.ts'
import type { Transaction } from '../transaction.ts'
import { rememberDevice } from './remember-device.ts'
import { refreshTokensIn } from './tables/refresh-tokens.ts'
import type { OpenSessions } from './tables/session-endings.ts'
import { type Lifetime, type Session, type SignInMethod, sessionsIn } from './tables/sessions.ts'

/** The raw tokens exist in these cookies and nowhere else. */
export type IssuedSession = { readonly session: Session; readonly cookies: SessionCookies }

export type TokenPair = { readonly session: string; readonly refresh: string }

export const newTokenPair = (): TokenPair => ({ session: newToken(), refresh: newToken() })

/** Neither limit ever passes the maximal lifetime, which counts from the sign-in. */
export function lifetimeFrom({ config, clock }: Deps, startedAt: number): Lifetime {
  const { ttl, refreshTtl, maxLifetime } = config.sessions
  const refreshExpiresAt = Math.min(clock.now() + refreshTtl, startedAt + maxLifetime)
  return { expiresAt: Math.min(clock.now() + ttl, refreshExpiresAt), refreshExpiresAt }
}

export const cookiesOf = (session: Session, tokens: TokenPair, device?: SessionCookies['device']): SessionCookies => ({
  sessionToken: tokens.session,
  sessionExpiresAt: session.expiresAt,
  refreshToken: tokens.refresh,
  refreshExpiresAt: session.refreshExpiresAt,
  device,
})

interface Admitted {
  readonly signIn: SignInMethod
  readonly second: SecondFactor | undefined
  readonly enrolledAt: number | undefined
  readonly secondFactorAt: number | undefined
  readonly isToBeTrusted: boolean
  readonly isKnownBrowser: boolean
  readonly replaces?: Session | undefined
  /** Not counted where the new session takes the place of another. */
  readonly open: OpenSessions | undefined
}

/** Only the gate calls this: a session that did not pass `admit` must not exist. */
export async function issueSession(
  tx: Transaction,
  account: Account,
  { signIn, second, enrolledAt, secondFactorAt, isToBeTrusted, isKnownBrowser, replaces, open }: Admitted,
): Promise<IssuedSession> {
  const { deps, client } = tx
  const now = deps.clock.now()
  const tokens = newTokenPair()
  const lifetime = lifetimeFrom(deps, now)
  if (open) await endUnused(tx, account.id, open)
  // In the place of another session only what was shown now is fresh; how that one began may be days ago.
  const shown = replaces && second ? { method: second, at: now, enrolledAt } : elevationBy(signIn, second, now, enrolledAt)
  const elevation = replaces ? strongerOf(deps, shown, await elevationsIn(tx).find(replaces.id)) : shown
  const origin = { accountId: account.id, ipAddress: client.ip, userAgent: client.userAgent }
  const row = { id: newId(now), ...origin, secondFactorAt, createdAt: now, ...lifetime }
  const session = await sessionsIn(tx).add(row, signIn, elevation, hashToken(tokens.session))
  deps.activeAccounts.note(account.id, now)
  deps.shownTokens.meet(hashToken(tokens.session))
  const refresh = { hash: hashToken(tokens.refresh), sessionId: session.id, generation: 1 }
  await refreshTokensIn(tx).add({ ...refresh, expiresAt: lifetime.refreshExpiresAt, cookie: cookieNames(deps.config).refresh })
  if (replaces) {
    await sessionsIn(tx).takePlace(replaces.id, session.id)
    await handOver(tx, replaces, session)
  }
  await tx.record('session.created', { actorId: account.id, targetUserId: account.id, sessionId: session.id })
  const { cookie, isNew } = await rememberDevice(tx, account.id, { isToBeTrusted, isKnownBrowser })
  if (isNew === undefined) await accountsIn(tx).noteSession(account.id)
  if (isNew && !(await accountsIn(tx).noteWhetherFirst(account.id)))
    for (const { newDevice } of HOOKS) await newDevice?.(tx, account, session, signIn)
  return { session, cookies: cookiesOf(session, tokens, cookie) }
}

/** What hangs on a session goes along to the one that takes its place. */
export async function handOver(
  tx: Transaction,
  { id: oldId, accountId }: Pick<Session, 'id' | 'accountId'>,
  { id }: Pick<Session, 'id'>,
): Promise<void> {
  for (const { sessionReplaced } of HOOKS) await sessionReplaced?.(tx, oldId, id)
  await endOneSession(tx, { id: oldId, accountId }, 'replaced')
}
