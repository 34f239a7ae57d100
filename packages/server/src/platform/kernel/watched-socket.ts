import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { outputCounters } from './node-internals.ts'

/** After how many looks at the same output a client does not read any more. */
export const STALLED_LOOKS = 20

interface Origin {
  /** One of our proxies, which sends the requests of many. */
  readonly isProxy: boolean
  /** It came when the service was stopping already. */
  readonly isLate: boolean
}

/** A connection, as the guard sees it. */
export class WatchedSocket {
  readonly origin: Origin
  readonly #socket: Socket
  /** What has not been handed to the system in full. */
  readonly #answers = new Set<ServerResponse>()
  /** What the system had taken of the output at the last look. */
  #written = 0
  /** For how many looks in a row nothing of what waits has left. */
  #stalled = 0
  /** For how many looks something has been waiting, and what had been taken at the first of them. */
  #waits = 0
  #before = 0
  /** What had come when the last answer was done, and when that was. */
  #read = 0
  #idleSince = performance.now()

  constructor(socket: Socket, origin: Origin) {
    this.#socket = socket
    this.origin = origin
  }

  get unanswered(): number {
    return this.#answers.size
  }

  begin(answer: ServerResponse): void {
    this.#answers.add(answer)
    answer.on('close', () => this.#end(answer))
  }

  /** Whether nothing has left for so long that the client does not read. */
  look(): boolean {
    const { written, isWaiting } = outputOf(this.#socket)
    this.#stalled = isWaiting && written === this.#written ? this.#stalled + 1 : 0
    this.#waits = isWaiting ? this.#waits + 1 : 0
    if (this.#waits <= 1) this.#before = written // what the system takes at once says nothing of the client
    this.#written = written
    return this.#stalled >= STALLED_LOOKS
  }

  /** Bytes a look that the client has taken of what waits for it. Unknown, and so endless, until the second look. */
  get pace(): number {
    return this.#waits <= 1 ? Number.POSITIVE_INFINITY : (this.#written - this.#before) / (this.#waits - 1)
  }

  /** Bytes that are kept for the client: of the answer that is being sent, and of those behind it. */
  waiting(): number {
    let queued = 0
    for (const { writableLength } of this.#answers) queued += writableLength
    return Math.max(queued, this.#socket.writableLength)
  }

  /** Every answer that has not begun is its connection's last. */
  announceEnd(): void {
    for (const answer of this.#answers) if (!answer.headersSent) answer.setHeader('connection', 'close')
  }

  /** Whether it has been waiting for its next request since then. A part of one is no rest. */
  hasRestedSince(time: number): boolean {
    return this.unanswered === 0 && this.#socket.bytesRead === this.#read && this.#idleSince <= time
  }

  #end(answer: ServerResponse): void {
    this.#answers.delete(answer)
    this.#read = this.#socket.bytesRead
    this.#idleSince = performance.now()
  }
}

/** How much the system has taken, and whether more waits: bytes, or the other side's end after ours. */
function outputOf(socket: Socket): { readonly written: number; readonly isWaiting: boolean } {
  const counters = outputCounters(socket)
  if (!counters) return { written: 0, isWaiting: false }
  const { bytesWritten, writeQueueSize } = counters
  return {
    written: bytesWritten - writeQueueSize,
    isWaiting: writeQueueSize > 0 || socket.writableLength > 0 || socket.writableEnded,
  }
}
