import type { Stranger } from '../kernel/endpoint.ts'
import type { MaybePromise } from '../kernel/maybe-promise.ts'
import type { AppOptions } from './app-options.ts'
import type { RequestState } from './request-state.ts'

/** A server passes on the session of a visitor without the device cookie, which every browser has beside a session. */
export const isServerQuestion = ({ cookies, client }: RequestState): boolean =>
  cookies.session !== undefined && client.device === undefined

/** All visitors of a server share its address, so a question counts for the session; without one, for the address. */
export const countServerQuestion = <Deps, Caller>(
  { caller, client }: RequestState,
  stranger: Stranger,
  { checkLimit, sessionOf }: AppOptions<Deps, Caller>,
): MaybePromise<void> => (caller === undefined ? stranger.count() : checkLimit('forward', client, sessionOf(caller as Caller)))
