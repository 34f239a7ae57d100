import type { Auth } from '../kernel/endpoint.ts'
import { type ErrorCode, Failure } from '../kernel/errors.ts'
import type { AppOptions } from './app-options.ts'
import type { Exchange } from './exchange.ts'

/** What a route wants of a caller who is already known, beyond being signed in. */
export async function checkCaller<Deps, Caller>(
  exchange: Exchange,
  auth: Auth,
  { adminRefusal, elevationRefusal }: AppOptions<Deps, Caller>,
): Promise<void> {
  const [deps, caller] = [exchange.deps as Deps, exchange.caller as Caller]
  const refusal =
    auth === 'admin' ? adminRefusal(deps, caller) : auth === 'elevated' ? await elevationRefusal(deps, caller) : undefined
  if (refusal) throw new Failure(refusal)
}

/** Finds the caller, as far as the route wants one; or fails with why they may not call. */
export async function authenticate<Deps, Caller>(
  exchange: Exchange,
  auth: Auth,
  options: AppOptions<Deps, Caller>,
  signedOut: ErrorCode = 'session_expired',
): Promise<void> {
  const { requireSession, recognise } = options
  const context = { deps: exchange.deps as Deps, client: exchange.client }
  if (auth === 'optional') exchange.caller = (await recognise(context, exchange.cookies))?.caller
  if (auth === 'none' || auth === 'optional') return
  const found = await requireSession(context, exchange.cookies)
  if ('endsSession' in found) throw new Failure(signedOut, { endsSession: found.endsSession })
  if (found.renewed) exchange.pending = { session: found.renewed }
  exchange.caller = found.caller
  if (auth !== 'session') await checkCaller(exchange, auth, options)
}
