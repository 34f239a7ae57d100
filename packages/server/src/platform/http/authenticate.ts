import type { Auth as RouteAuth } from '../kernel/endpoint.ts'
import { Failure } from '../kernel/errors.ts'
import { andThen, type MaybePromise } from '../kernel/maybe-promise.ts'
import type { Stranger } from '../kernel/stranger.ts'
import type { AppOptions } from './app-options.ts'
import type { RequestState } from './request-state.ts'

/** `visitor`: all, as on a page that all may see, and a session that can be refreshed is. */
type Auth = RouteAuth | 'visitor'

/** What a route, or a page, wants of its callers. */
interface Demands {
  readonly auth: Auth
  readonly wantsStepUp?: true
  readonly signedOut?: 'unauthorized'
}

/** What a route wants of a caller who is already known, beyond being signed in. */
export async function checkCaller<Deps, Caller>(
  exchange: RequestState,
  { auth, wantsStepUp }: Demands,
  { adminRefusal, elevationRefusal }: AppOptions<Deps, Caller>,
): Promise<void> {
  const [deps, caller] = [exchange.deps as Deps, exchange.caller as Caller]
  if (auth === 'none' || auth === 'optional' || auth === 'session' || auth === 'visitor') return
  const refusal =
    auth === 'admin'
      ? (adminRefusal(deps, caller) ?? (wantsStepUp && (await elevationRefusal(deps, caller, 'elevated'))))
      : await elevationRefusal(deps, caller, auth)
  if (refusal) throw new Failure(refusal)
}

/** Finds the caller, as far as the route wants one; or fails with why they may not call. Nothing waits for a caller who is known. */
export function authenticate<Deps, Caller>(
  exchange: RequestState,
  demands: Demands,
  options: AppOptions<Deps, Caller>,
  stranger?: Stranger,
): MaybePromise<void> {
  const { auth, signedOut = 'session_expired' } = demands
  if (auth === 'none') return
  const { requireSession, recognise } = options
  const context = exchange as RequestState & { deps: Deps }
  if (auth === 'optional')
    return andThen(recognise(context, exchange.cookies, stranger), (found) => {
      exchange.caller = found?.caller
    })
  return andThen(requireSession(context, exchange.cookies), (found) => {
    if ('endsSession' in found) {
      if (auth !== 'visitor') throw new Failure(signedOut, { endsSession: found.endsSession })
      if (found.endsSession) exchange.pending = { session: 'end' }
      return undefined
    }
    if (found.renewed) exchange.pending = { session: found.renewed }
    exchange.caller = found.caller
    return auth === 'session' || auth === 'visitor' ? undefined : checkCaller(exchange, demands, options)
  })
}
