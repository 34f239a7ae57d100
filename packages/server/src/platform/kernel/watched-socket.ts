import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { outputCounters } from './node-internals.ts'

/** A client whose output has not moved for so many looks does not read any more. */
export const STALLED_LOOKS = 20

/** A late connection came when the service was stopping already. */
type Origin = { readonly isProxy: boolean; readonly isLate: boolean }

export class WatchedSocket {
  readonly origin: Origin
  readonly #socket: Socket
  /** Not a set, since there is one as a rule and are some in the worst case. */
  readonly #answers: ServerResponse[] = []
  /** One for all answers, who are its `this`. */
  readonly #onClose: (this: ServerResponse) => void
  #written = 0 // bytes that the system had taken at the last look
  #stalled = 0 // looks in a row at which bytes were waiting and none had left
  #waits = 0 // looks in a row at which bytes were waiting
  #before = 0 // bytes that the system had taken at the first of these looks
  #read = 0 // bytes that had come when the last answer was done
  #idleSince = performance.now()

  constructor(socket: Socket, origin: Origin) {
    this.#socket = socket
    this.origin = origin
    const end = (answer: ServerResponse): void => this.#end(answer)
    this.#onClose = function () {
      end(this)
    }
  }

  get unanswered(): number {
    return this.#answers.length
  }

  begin(answer: ServerResponse): void {
    this.#answers.push(answer)
    answer.on('close', this.#onClose)
  }

  look(): boolean {
    const { written, isWaiting } = outputOf(this.#socket)
    this.#stalled = isWaiting && written === this.#written ? this.#stalled + 1 : 0
    this.#waits = isWaiting ? this.#waits + 1 : 0
    if (this.#waits <= 1) this.#before = written // what the system takes at once says nothing of the client
    this.#written = written
    return this.#stalled >= STALLED_LOOKS
  }

  /** Bytes that the client takes between two looks. Infinite until the second look, when it is first known. */
  get pace(): number {
    return this.#waits <= 1 ? Number.POSITIVE_INFINITY : (this.#written - this.#before) / (this.#waits - 1)
  }

  waiting(): number {
    let queued = 0
    for (const { writableLength } of this.#answers) queued += writableLength
    return Math.max(queued, this.#socket.writableLength)
  }

  announceEnd(): void {
    for (const answer of this.#answers) if (!answer.headersSent) answer.setHeader('connection', 'close')
  }

  /** A part of a request counts as activity. */
  hasRestedSince(time: number): boolean {
    return this.unanswered === 0 && this.#socket.bytesRead === this.#read && this.#idleSince <= time
  }

  #end(answer: ServerResponse): void {
    this.#answers.splice(this.#answers.indexOf(answer), 1)
    this.#read = this.#socket.bytesRead
    this.#idleSince = performance.now()
  }
}

/** Waiting for the client are bytes, or its end of the connection after ours. */
function outputOf(socket: Socket): { readonly written: number; readonly isWaiting: boolean } {
  const counters = outputCounters(socket)
  if (!counters) return { written: 0, isWaiting: false }
  const { bytesWritten, writeQueueSize } = counters
  return {
    written: bytesWritten - writeQueueSize,
    isWaiting: writeQueueSize > 0 || socket.writableLength > 0 || socket.writableEnded,
  }
}
