import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { NetworkShares } from './network-shares.ts'
import { stopParsing } from './node-internals.ts'
import { WatchedSocket } from './watched-socket.ts'

/** Browsers send one request after the other; programs that pipeline requests are content with a few. */
export const MOST_UNANSWERED = 16
/** Bytes that may wait to be read: of all connections, and of one. The longest answer is the export of an account. */
export const MOST_WAITING = 64_000_000
const MOST_WAITING_OF_ONE = 32_000_000
const LOOK_MS = 1000
/** Requests after which the bytes are counted again, because they must not grow much between two looks. */
const COUNTED_EVERY = 256

const nothingCut = { stalled: 0, slow: 0, flooding: 0, crowding: 0, surplus: 0 }

export type Cut = Readonly<typeof nothingCut>

/**
 * Ends connections whose clients do not read the answers, which would fill the memory, and those that would leave no room for
 * other networks. Time is counted in looks, so that a busy process or a clock that was set cuts no client off.
 */
export class SocketGuard {
  readonly #sockets = new Map<Socket, WatchedSocket>()
  readonly #timer = setInterval(() => this.look(), LOOK_MS).unref()
  readonly #onCut: (cut: Cut) => void
  readonly #isProxy: (address: string | undefined) => boolean
  #cut = { ...nothingCut }
  #admitted = 0
  #isEnding = false

  constructor(onCut: (cut: Cut) => void, isProxy: (address: string | undefined) => boolean = () => false) {
    this.#onCut = onCut
    this.#isProxy = isProxy
  }

  /** Every listener of the server has to ask `admits` first. */
  watch<S extends Server>(server: S, maxConnections: number): S {
    const shares = new NetworkShares(maxConnections)
    server.on('connection', (socket) => {
      // Not `server.maxConnections`: a worker that is full would have its parent deal the connection out for ever.
      if (this.#sockets.size >= maxConnections) return this.#end(socket, 'surplus')
      const isProxy = this.#isProxy(socket.remoteAddress)
      const giveBack = isProxy ? () => undefined : shares.take(socket.remoteAddress ?? '')
      if (!giveBack) return this.#end(socket, 'crowding')
      this.#sockets.set(socket, new WatchedSocket(socket, { isProxy, isLate: this.#isEnding }))
      socket.once('close', () => {
        this.#sockets.delete(socket)
        giveBack()
      })
    })
    return server
  }

  /** False for a request that must not be handled, because its connection has ended. */
  admits({ socket }: IncomingMessage, response: ServerResponse): boolean {
    if (socket.destroyed) return false
    if (this.#isEnding) response.setHeader('connection', 'close')
    const watched = this.#sockets.get(socket)
    if (!watched) return true
    if (watched.unanswered >= MOST_UNANSWERED) {
      stopParsing(socket)
      this.#end(socket, 'flooding')
      return false
    }
    watched.begin(response)
    if (++this.#admitted % COUNTED_EVERY === 0) this.#makeRoom()
    return true
  }

  /** Ends clients that do not read, and the slowest ones while too much waits to be read. */
  look(): void {
    for (const [socket, watched] of this.#sockets) if (watched.look()) this.#end(socket, 'stalled')
    this.#makeRoom()
    const cut = this.#cut
    this.#cut = { ...nothingCut }
    if (Object.values(cut).some((count) => count > 0)) this.#onCut(cut)
  }

  announceEnd(): void {
    this.#isEnding = true
    for (const watched of this.#sockets.values()) watched.announceEnd()
  }

  /** Whether a proxy has a connection on which no answer has said yet that it closes. */
  get isKeptByProxies(): boolean {
    return [...this.#sockets.values()].some(({ origin }) => origin.isProxy && !origin.isLate)
  }

  endIdle(since: number): void {
    for (const [socket, watched] of this.#sockets) if (watched.hasRestedSince(since)) socket.destroy()
  }

  endAll(): void {
    for (const socket of this.#sockets.keys()) socket.destroy()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #end(socket: Socket, why: keyof Cut): void {
    this.#cut[why]++
    this.#sockets.delete(socket)
    socket.destroy()
  }

  #makeRoom(): void {
    let total = 0
    for (const [socket, watched] of this.#sockets) {
      const waiting = watched.waiting()
      if (waiting > MOST_WAITING_OF_ONE) this.#end(socket, 'slow')
      else total += waiting
    }
    if (total <= MOST_WAITING) return
    const slowestFirst = [...this.#sockets]
      .map(([socket, watched]) => ({ socket, waiting: watched.waiting(), pace: watched.pace }))
      .filter(({ waiting }) => waiting > 0)
      .sort((a, b) => (a.pace === b.pace ? b.waiting - a.waiting : a.pace - b.pace))
    for (const { socket, waiting } of slowestFirst) {
      if (total <= MOST_WAITING) return
      this.#end(socket, 'slow')
      total -= waiting
    }
  }
}
