import type { PresentedCookies, SessionCookies } from '../../platform/kernel/cookies.ts'
import { andThen, type MaybePromise } from '../../platform/kernel/maybe-promise.ts'
import type { Stranger } from '../../platform/kernel/stranger.ts'
import { hashToken, isToken } from '../../platform/kernel/tokens.ts'
import type { Caller, Context, Deps } from '../deps.ts'
import { owesAdminFactor } from '../factors/gates.ts'
import { askAbout } from '../limits/ask-about.ts'
import { refreshSession } from '../sessions/refresh-session.ts'
import { sessionsIn } from '../sessions/tables/sessions.ts'

/** How stale `lastActiveAt` may be: a write per request would cost more than the answer. */
const TOUCH_AFTER_MS = 60_000

interface Recognised {
  readonly caller: Caller
  /** Set when the session was refreshed in place. */
  readonly renewed?: SessionCookies
}

/** How a session is found by what a browser keeps of it. */
export type Find = ({ store }: Deps, hash: string, now: number) => Promise<Caller | undefined>

const byToken: Find = ({ store }, hash, now) => sessionsIn(store).findByToken(hash, now)

/** The caller behind a session cookie, kept or found by one query; undefined without a live session. A kept one is there at once. */
export const recognise = (
  { deps }: Pick<Context, 'deps'>,
  { session: token }: PresentedCookies,
  stranger?: Stranger,
): MaybePromise<Recognised | undefined> =>
  token === undefined || !isToken(token) ? undefined : recogniseBy(byToken, deps, hashToken(token), stranger)

/** By whatever a browser shows: kept, or found. */
export function recogniseBy(
  find: Find,
  deps: Deps,
  hash: string,
  stranger: Stranger | undefined,
): MaybePromise<Recognised | undefined> {
  const now = deps.clock.now()
  const kept = deps.sessionCache.find(hash, now)
  return kept ? seen(deps, hash, kept, now) : look(() => find(deps, hash, now), deps, hash, stranger)
}

async function look(
  find: () => Promise<Caller | undefined>,
  deps: Deps,
  hash: string,
  stranger: Stranger | undefined,
): Promise<Recognised | undefined> {
  const found = await askAbout(deps, hash, () => deps.sessionCache.fill(hash, find), stranger)
  return found && seen(deps, hash, found, deps.clock.now())
}

function seen({ store, sessionCache }: Deps, hash: string, caller: Caller, now: number): Recognised {
  // Bookkeeping: no request waits for it, and a session check does not fail because it could not be written.
  if (now - caller.session.lastActiveAt >= TOUCH_AFTER_MS) {
    sessionCache.noteActive(hash, caller, now)
    sessionsIn(store)
      .touch(caller.session.id, now)
      .catch(() => undefined)
  }
  return { caller }
}

/** Or no caller: then `endsSession` says that the cookies which came along are dead. */
export type Required = Recognised | { readonly endsSession: boolean }

/**
 * As `recognise`, and beside a good refresh cookie the session is refreshed in place, so that an expired session
 * cookie costs the client no round trip. A refresh cookie that does not work is cleared.
 */
export const requireSession = (context: Context, cookies: PresentedCookies): MaybePromise<Required> =>
  andThen(recognise(context, cookies), (recognised) => recognised ?? refreshInPlace(context, cookies))

async function refreshInPlace(context: Context, { refresh }: PresentedCookies): Promise<Required> {
  if (refresh === undefined) return { endsSession: false }
  const refreshed = await refreshSession(context, refresh)
  return refreshed.ok ? { caller: refreshed.caller, renewed: refreshed.cookies } : { endsSession: true }
}

/** Administrators' routes want the role, and a second factor that was passed in this very session. */
export function adminRefusal(deps: Deps, { account, session }: Caller): 'forbidden' | 'two_factor_required' | undefined {
  if (account.role !== 'admin') return 'forbidden'
  return owesAdminFactor(deps, account, session) ? 'two_factor_required' : undefined
}
