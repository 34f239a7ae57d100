import type { PresentedCookies, SessionCookies } from '../../kernel/endpoint.ts'
import { hashToken, isToken } from '../../kernel/tokens.ts'
import type { Caller, Context, Deps } from '../deps.ts'
import { refreshSession } from '../sessions/refresh-session.ts'

/** How stale `lastActiveAt` may be: a write per request would cost more than the answer. */
const TOUCH_AFTER_MS = 60_000

export interface Recognised {
  readonly caller: Caller
  /** Set when the session was refreshed in place. */
  readonly renewed?: SessionCookies
}

/** The caller behind a session cookie, found by one query; undefined without a live session. */
export async function recognise({ deps }: Context, cookies: PresentedCookies): Promise<Recognised | undefined> {
  if (cookies.session === undefined || !isToken(cookies.session)) return undefined
  const now = deps.clock.now()
  const caller = await deps.store.sessions.findByToken(hashToken(cookies.session), now)
  if (!caller) return undefined
  // Bookkeeping: no request waits for it, and a session check does not fail because it could not be written.
  if (now - caller.session.lastActiveAt >= TOUCH_AFTER_MS)
    deps.store.sessions.touch(caller.session.id, now).catch(() => undefined)
  return { caller }
}

/** Or no caller: then `endsSession` says that the cookies which came along are dead. */
export type Required = Recognised | { readonly endsSession: boolean }

/**
 * As `recognise`, and beside a good refresh cookie the session is refreshed in place, so that an expired session
 * cookie costs the client no round trip. A refresh cookie that does not work is cleared.
 */
export async function requireSession(context: Context, cookies: PresentedCookies): Promise<Required> {
  const recognised = await recognise(context, cookies)
  if (recognised) return recognised
  if (cookies.refresh === undefined) return { endsSession: false }
  const refreshed = await refreshSession(context, cookies.refresh)
  return refreshed.ok ? { caller: refreshed.caller, renewed: refreshed.cookies } : { endsSession: true }
}

/** Administrators' routes want the role, and a second factor that was passed in this very session. */
export function adminRefusal({ config }: Deps, { account, session }: Caller): 'forbidden' | 'two_factor_required' | undefined {
  if (account.role !== 'admin') return 'forbidden'
  const isProved = session.secondFactorAt !== undefined || config.twoFactor.disableAdminTwoFactor
  return isProved ? undefined : 'two_factor_required'
}
