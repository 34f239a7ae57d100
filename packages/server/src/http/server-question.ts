import type { Soon } from '../kernel/soon.ts'
import type { Stranger } from '../kernel/stranger.ts'
import type { AppOptions } from './app-options.ts'
import type { Exchange } from './exchange.ts'

/**
 * Whether a server asks for one of its visitors: it passes on the session and nothing else, and no browser has one alone.
 * All of its visitors come from one address.
 */
export const isServerQuestion = ({ cookies, client }: Exchange): boolean =>
  cookies.session !== undefined && client.device === undefined

/** Counts it for the session that it is about; without one it is a stranger's like any other. */
export const countServerQuestion = <Deps, Caller>(
  { caller, client }: Exchange,
  stranger: Stranger,
  { checkLimit, sessionOf }: AppOptions<Deps, Caller>,
): Soon<void> => (caller === undefined ? stranger.count() : checkLimit('forward', client, sessionOf(caller as Caller)))
