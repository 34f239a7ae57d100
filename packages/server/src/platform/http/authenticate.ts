import type { Auth, Stranger } from '../kernel/endpoint.ts'
import { Failure } from '../kernel/errors.ts'
import { andThen, type MaybePromise } from '../kernel/maybe-promise.ts'
import type { Scope } from '../kernel/scopes.ts'
import type { AppOptions } from './app-options.ts'
import type { RequestState } from './request-state.ts'

/** `visitor` is for pages that all may see: like `optional`, but an expired session is refreshed. */
interface Demands {
  readonly auth: Auth | 'visitor'
  readonly scope?: Scope | 'none'
  readonly wantsStepUp?: true
  readonly signedOut?: 'unauthorized'
}

/** For a caller who is signed in, and may still lack rights or a fresh proof. */
export async function checkCaller<Deps, Caller>(exchange: RequestState, demands: Demands, options: AppOptions<Deps, Caller>) {
  const { auth, scope, wantsStepUp } = demands
  if (auth === 'none' || auth === 'optional' || auth === 'session' || auth === 'visitor') return
  const [deps, caller] = [exchange.deps as Deps, exchange.caller as Caller]
  const refusal =
    auth === 'admin'
      ? (options.adminRefusal(deps, caller, scope) ?? (wantsStepUp && (await options.elevationRefusal(deps, caller, 'elevated'))))
      : await options.elevationRefusal(deps, caller, auth)
  if (refusal) throw new Failure(refusal)
}

/** Returns no promise where the caller is known at once, so that a session check waits for nothing. */
export function authenticate<Deps, Caller>(
  exchange: RequestState,
  demands: Demands,
  options: AppOptions<Deps, Caller>,
  stranger?: Stranger,
): MaybePromise<void> {
  const { auth, signedOut = 'session_expired' } = demands
  if (auth === 'none') return
  const context = exchange as RequestState & { deps: Deps }
  if (auth === 'optional')
    return andThen(options.recognise(context, exchange.cookies, stranger), (found) => {
      exchange.caller = found?.caller
    })
  return andThen(options.requireSession(context, exchange.cookies), (found) => {
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
