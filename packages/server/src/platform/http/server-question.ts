import type { MaybePromise } from '../kernel/maybe-promise.ts'
import type { Stranger } from '../kernel/stranger.ts'
import type { AppOptions } from './app-options.ts'
import type { RequestState } from './request-state.ts'

/**
 * Whether a server asks for one of its visitors: it passes on the session and nothing else, and no browser has one alone.
 * All of its visitors come from one address.
 */
export const isServerQuestion = ({ cookies, client }: RequestState): boolean =>
  cookies.session !== undefined && client.device === undefined

/** Counts it for the session that it is about; without one it is a stranger's like any other. */
export const countServerQuestion = <Deps, Caller>(
  { caller, client }: RequestState,
  stranger: Stranger,
  { checkLimit, sessionOf }: AppOptions<Deps, Caller>,
): MaybePromise<void> => (caller === undefined ? stranger.count() : checkLimit('forward', client, sessionOf(caller as Caller)))
