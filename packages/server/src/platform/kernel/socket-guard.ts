import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { NetworkShares } from './network-shares.ts'
import { stopParsing } from './node-internals.ts'
import { WatchedSocket } from './watched-socket.ts'

/** Browsers send one request after the other; programs that send several ahead are content with a few. */
export const MOST_UNANSWERED = 16
/** Bytes that may wait to be read: of all connections, and of one. The longest answer there is, is one's own data. */
export const MOST_WAITING = 64_000_000
const MOST_WAITING_OF_ONE = 32_000_000
const LOOK_MS = 1000
/** After so many requests the bytes are counted again: they must not grow much between two looks. */
const COUNTED_EVERY = 256

const nothingCut = { stalled: 0, slow: 0, flooding: 0, crowding: 0, surplus: 0 }

/** Why connections ended that the guard has ended, and how many of each since the last look. */
export type Cut = Readonly<typeof nothingCut>

/**
 * Ends connections that would fill the memory, of those who send requests and do not read the answers; and those that would leave
 * no room for other networks. Time is counted in looks and not by a clock, so no client is cut off because the process was busy or
 * its clock was set.
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

  /** Bounds what comes to a server. Its listeners ask `admits` before they do anything. */
  watch<S extends Server>(server: S, maxConnections: number): S {
    const shares = new NetworkShares(maxConnections)
    server.maxConnections = maxConnections
    server.on('drop', () => this.#cut.surplus++)
    server.on('connection', (socket) => {
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

  /** False for a request that must not be looked at: its connection has ended, or ends now because of it. */
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

  /** Ends those that do not read, and the slowest where too much waits to be read. */
  look(): void {
    for (const [socket, watched] of this.#sockets) if (watched.look()) this.#end(socket, 'stalled')
    this.#makeRoom()
    const cut = this.#cut
    this.#cut = { ...nothingCut }
    if (Object.values(cut).some((count) => count > 0)) this.#onCut(cut)
  }

  /** From now on every answer is the last one of its connection, and says so. */
  announceEnd(): void {
    this.#isEnding = true
    for (const watched of this.#sockets.values()) watched.announceEnd()
  }

  /** Whether a proxy has a connection on which it has not been told yet that it is over. */
  get isKeptByProxies(): boolean {
    return [...this.#sockets.values()].some(({ origin }) => origin.isProxy && !origin.isLate)
  }

  /** Ends those that have waited for a request since then. */
  endIdle(since: number): void {
    for (const [socket, watched] of this.#sockets) if (watched.hasRestedSince(since)) socket.destroy()
  }

  /** Ends all of them, whatever they are about. */
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
