import type { Socket } from 'node:net'

/**
 * Private parts of Node. This file's test fails on a version that changed them; without them, connections are served all the same
 * and watched less closely.
 */
type Internals = { readonly _handle?: OutputCounters | null; readonly parser?: { onIncoming: () => number } | null }

/** The counters of libuv: a socket's own `bytesWritten` counts what was queued, and a long answer is queued in one piece. */
type OutputCounters = { readonly bytesWritten: number; readonly writeQueueSize: number }

export const outputCounters = (socket: Socket): OutputCounters | undefined => (socket as Internals)._handle ?? undefined

/** The parser's result for data that is not HTTP: the rest is left to another reader. */
const STOP = 2

/** Node has no public way to stop parsing what was read in one piece: thousands of requests, even on a destroyed socket. */
export function stopParsing(socket: Socket): void {
  const { parser } = socket as Internals
  if (parser) parser.onIncoming = () => STOP
}
