import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers send one request after the other; programs that send several ahead are content with a few. */
export const MOST_UNANSWERED = 16
/** How often the guard looks, and after how many looks at the same output a client does not read any more. */
const LOOK_MS = 1000
export const STALLED_LOOKS = 20

interface Watched {
  /** Requests whose answers have not been handed to the system in full. */
  unanswered: number
  /** What the system had taken of the output at the last look. */
  written: number
  /** For how many looks in a row nothing of what waits has left. */
  looks: number
  /** Listens to the end of each answer; one for all of them. */
  readonly answered: () => void
}

/** Why connections ended that the guard has ended, and how many of each since the last look. */
export interface Cut {
  readonly stalled: number
  readonly flooding: number
  readonly surplus: number
}

/**
 * Ends connections that would fill the memory: of those who send requests and do not read the answers. Time is counted in
 * looks and not by a clock, so no client is cut off because the process was busy or its clock was set.
 */
export class SocketGuard {
  readonly #sockets = new Map<Socket, Watched>()
  readonly #timer = setInterval(() => this.look(), LOOK_MS).unref()
  readonly #onCut: (cut: Cut) => void
  #cut = { stalled: 0, flooding: 0, surplus: 0 }

  constructor(onCut: (cut: Cut) => void) {
    this.#onCut = onCut
  }

  /** Bounds what comes to a server. Its listeners ask `admits` before they do anything. */
  watch<S extends Server>(server: S, maxConnections: number): S {
    server.maxConnections = maxConnections
    server.on('drop', () => this.#cut.surplus++)
    server.on('connection', (socket) => {
      const watched: Watched = { unanswered: 0, written: 0, looks: 0, answered: () => watched.unanswered-- }
      this.#sockets.set(socket, watched)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    // Node answers these by itself, while the server stops.
    server.on('dropRequest', (_request, socket: Socket) => void this.#isCounted(socket))
    return server
  }

  /** False for a request that must not be looked at: its connection has ended, or ends now because of it. */
  admits({ socket }: IncomingMessage, response: ServerResponse): boolean {
    if (!this.#isCounted(socket)) return false
    const watched = this.#sockets.get(socket)
    if (watched) response.on('close', watched.answered)
    return true
  }

  /** Ends those that do not read. */
  look(): void {
    for (const [socket, watched] of this.#sockets) {
      const { written, isWaiting } = outputOf(socket)
      watched.looks = isWaiting && written === watched.written ? watched.looks + 1 : 0
      watched.written = written
      if (watched.looks < STALLED_LOOKS) continue
      this.#cut.stalled++
      socket.destroy()
    }
    const cut = this.#cut
    this.#cut = { stalled: 0, flooding: 0, surplus: 0 }
    if (cut.stalled + cut.flooding + cut.surplus > 0) this.#onCut(cut)
  }

  /** Ends all of them, whatever they are about. */
  endAll(): void {
    for (const socket of this.#sockets.keys()) socket.destroy()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #isCounted(socket: Socket): boolean {
    if (socket.destroyed) return false
    const watched = this.#sockets.get(socket)
    if (!watched || ++watched.unanswered <= MOST_UNANSWERED) return true
    this.#cut.flooding++
    stopParsing(socket)
    socket.destroy()
    return false
  }
}

/** Node's answer of a parser that has met something other than HTTP: leave the rest to another reader. */
const STOP = 2

/**
 * What was read in one piece would be parsed to its end, whatever became of the socket: thousands of requests, each of which Node
 * ends with an error of its own, for a tenth of a second in all. It has no public way to say that the rest is not wanted.
 */
function stopParsing(socket: Socket): void {
  const { parser } = socket as Socket & { readonly parser?: { onIncoming: () => number } | null }
  if (parser) parser.onIncoming = () => STOP
}

/** The counters of libuv. A socket's own `bytesWritten` counts what was queued, and a long answer is queued in one piece. */
interface Handle {
  readonly bytesWritten: number
  readonly writeQueueSize: number
}

/** How much the system has taken, and whether more waits: bytes, or the other side's end after ours. */
function outputOf(socket: Socket): { readonly written: number; readonly isWaiting: boolean } {
  const { _handle: handle } = socket as Socket & { readonly _handle?: Handle | null }
  if (!handle) return { written: 0, isWaiting: false }
  const { bytesWritten, writeQueueSize } = handle
  return {
    written: bytesWritten - writeQueueSize,
    isWaiting: writeQueueSize > 0 || socket.writableLength > 0 || socket.writableEnded,
  }
}
