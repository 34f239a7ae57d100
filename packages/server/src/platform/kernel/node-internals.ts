import type { Socket } from 'node:net'

/**
 * All that is used of what Node keeps to itself. The test of this file fails on a version that has changed any of it; where it is
 * missing at run time, connections are served as ever and watched less closely.
 */
interface Internals {
  readonly _handle?: OutputCounters | null
  readonly parser?: { onIncoming: () => number } | null
}

/** The counters of libuv. A socket's own `bytesWritten` counts what was queued, and a long answer is queued in one piece. */
interface OutputCounters {
  readonly bytesWritten: number
  readonly writeQueueSize: number
}

/** Undefined for a socket that is closed. */
export const outputCounters = (socket: Socket): OutputCounters | undefined => (socket as Internals)._handle ?? undefined

/** Node's answer of a parser that has met something other than HTTP: leave the rest to another reader. */
const STOP = 2

/**
 * What was read in one piece would be parsed to its end, whatever became of the socket: thousands of requests, each of which Node
 * ends with an error of its own, for a tenth of a second in all. It has no public way to say that the rest is not wanted.
 */
export function stopParsing(socket: Socket): void {
  const { parser } = socket as Internals
  if (parser) parser.onIncoming = () => STOP
}
