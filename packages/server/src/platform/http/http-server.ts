import { createServer, type IncomingMessage, type RequestListener, Server, type ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SocketGuard } from '../kernel/socket-guard.ts'

interface HttpServerOptions {
  readonly sockets: SocketGuard
  readonly maxConnections: number
  /** For an `Expect` that cannot be met: Node hands such a request to no other listener. */
  readonly refuseExpectation: (request: IncomingMessage, response: ServerResponse) => void
}

/** Makes the servers that the app listens with; there are several where a host name stands for several addresses. */
export const httpServer =
  ({ sockets, maxConnections, refuseExpectation }: HttpServerOptions) =>
  (handle: RequestListener): Server => {
    const admitted =
      (listener: RequestListener): RequestListener =>
      (request, response) => {
        if (sockets.admits(request, response)) listener(request, response)
      }
    const server = createServer(
      {
        headersTimeout: 10_000,
        requestTimeout: 30_000,
        // Longer than a proxy keeps a connection that it does not use; nginx, for a minute. Who can read is told.
        keepAliveTimeout: 72_000,
        connectionsCheckingInterval: 1000,
        maxHeaderSize: 16 * 1024,
        requireHostHeader: false,
      },
      admitted(handle),
    )
    server.on('checkExpectation', admitted(refuseExpectation))
    // Their size is limited. Node would drop those past 2000 without a word, and what a proxy adds often comes last.
    server.maxHeadersCount = 0
    closeGently(server)
    return sockets.watch(server, maxConnections)
  }

/** More than the system lets wait to be accepted, so that no flood keeps a server open. */
const MOST_TURNS = 2000
/** In a turn as short as that hardly any client comes after the loop has looked. */
const SHORT_MS = 0.3

/**
 * Closing a server resets the connections that the system has let in and the loop, which takes one in a turn, has not accepted; and
 * it ends idle ones while a request may be on its way. Here the first are accepted before, and the guard ends the others when they
 * have rested.
 */
function closeGently(server: Server): void {
  let accepted = 0
  server.on('connection', () => accepted++).on('drop', () => accepted++)
  const nobodyWaits = async (): Promise<void> => {
    for (let turns = 0; turns < MOST_TURNS; turns++) {
      const [before, begun] = [accepted, performance.now()]
      await nextTurn()
      if (accepted === before && performance.now() - begun < SHORT_MS) return
    }
  }
  server.closeIdleConnections = () => undefined
  server.close = (done) => {
    void nobodyWaits().then(() => Server.prototype.close.call(server, done))
    return server
  }
}
