import { DAY_MS } from '../../platform/kernel/clock.ts'
import type { PresentedCookies, SessionCookies } from '../../platform/kernel/cookies.ts'
import type { Stranger } from '../../platform/kernel/endpoint.ts'
import { andThen, type MaybePromise } from '../../platform/kernel/maybe-promise.ts'
import type { Scope } from '../../platform/kernel/scopes.ts'
import { hashToken, isToken } from '../../platform/kernel/tokens.ts'
import { mayDo } from '../accounts/admin-scopes.ts'
import type { Caller, Context, Deps } from '../deps.ts'
import { owesAdminFactor } from '../factors/gates.ts'
import { lookUpSecret } from '../limits/look-up-secret.ts'
import type { Pair } from '../session-cache/session-cache.ts'
import { presentedRefresh } from '../sessions/presented-refresh.ts'
import { refreshSession } from '../sessions/refresh-session.ts'
import { sessionsIn } from '../sessions/tables/sessions.ts'

/** How stale `lastActiveAt` may be: a write per request would cost more than the answer. */
const TOUCH_AFTER_MS = 60_000

/** `renewed` is set when the session was refreshed in place. */
type Recognised<C extends Caller = Caller> = { readonly caller: C; readonly renewed?: SessionCookies }

/** What it finds is kept under the hash, which therefore has to be of one kind of token alone. */
export type Find<C extends Pair = Pair> = ({ store }: Deps, hash: string, now: number) => Promise<C | undefined>

export const byToken: Find = ({ store }, hash, now) => sessionsIn(store).findByToken(hash, now)

/** The caller behind a session cookie: at once where the session is cached, otherwise by one query. */
export const recognise = (
  { deps }: Pick<Context, 'deps'>,
  { session: token }: PresentedCookies,
  stranger?: Stranger,
): MaybePromise<Recognised | undefined> =>
  token === undefined || !isToken(token) ? undefined : recogniseBy(byToken, deps, hashToken(token), stranger)

export function recogniseBy<C extends Pair>(
  find: Find<C>,
  deps: Deps,
  hash: string,
  stranger: Stranger | undefined,
): MaybePromise<Recognised<C> | undefined> {
  const now = deps.clock.now()
  // Whatever is kept under the hash was found by the same `find`.
  const cached = deps.sessionCache.find(hash, now) as C | undefined
  if (cached) return touched(deps, hash, cached, now)
  const fill = () => deps.sessionCache.fill(hash, () => find(deps, hash, now))
  return lookUpSecret(deps, hash, fill, stranger).then((found) => found && touched(deps, hash, found, deps.clock.now()))
}

/** Callers for whom nothing has to be read or written: those who are cached and whose last activity was noted within the minute. */
export const callersInMemory = ({ sessionCache, clock }: Pick<Deps, 'sessionCache' | 'clock'>) => ({
  isCurrent: () => sessionCache.isCurrent(),
  find(hash: string): Caller | undefined {
    const now = clock.now()
    const caller = sessionCache.findCurrent(hash, now)
    return caller && !isDue(caller, now) ? caller : undefined
  },
})

const isDue = ({ session }: Caller, now: number): boolean => now - session.lastActiveAt >= TOUCH_AFTER_MS

const dayOf = (at: number): number => Math.floor(at / DAY_MS)

/** No request waits for this write, and no session check fails because the write did. */
function touched<C extends Caller>(
  { store, sessionCache, activeAccounts }: Deps,
  hash: string,
  caller: C,
  now: number,
): Recognised<C> {
  if (isDue(caller, now)) {
    sessionCache.noteActive(hash, caller, now)
    if (dayOf(caller.session.lastActiveAt) < dayOf(now)) activeAccounts.note(caller.account.id, now)
    sessionsIn(store)
      .touch(caller.session.id, now)
      .catch(() => undefined)
  }
  return { caller }
}

export type SessionCheck = Recognised | { readonly endsSession: boolean }

/** As `recognise`, but a good refresh cookie renews the session in place, which saves the client a round trip. */
export const requireSession = (context: Context, cookies: PresentedCookies): MaybePromise<SessionCheck> =>
  andThen(recognise(context, cookies), (recognised) => recognised ?? refreshInPlace(context, cookies))

async function refreshInPlace(context: Context, cookies: PresentedCookies): Promise<SessionCheck> {
  const refresh = presentedRefresh(cookies)
  if (refresh === undefined) return { endsSession: false }
  const refreshed = await refreshSession(context, refresh)
  return refreshed.ok ? { caller: refreshed.caller, renewed: refreshed.cookies } : { endsSession: true }
}

/** Administrators' routes want the role, a second factor that was passed in this very session, and the scope of the route. */
export function adminRefusal(
  deps: Deps,
  { account, session }: Caller,
  scope: Scope | 'none' = 'none',
): 'forbidden' | 'two_factor_required' | 'insufficient_scope' | undefined {
  if (account.role !== 'admin') return 'forbidden'
  if (owesAdminFactor(deps, account, session)) return 'two_factor_required'
  return mayDo(account, scope) ? undefined : 'insufficient_scope'
}
