import { createServer, type IncomingMessage, type RequestListener, Server, type ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SocketGuard } from '../kernel/socket-guard.ts'
import type { HttpSettings } from './app-options.ts'

interface Listeners {
  /** Node hands a request whose `Expect` cannot be met to no other listener. */
  readonly refuseExpectation: (request: IncomingMessage, response: ServerResponse) => void
  /** What is answered ahead of the framework. */
  readonly lane: (handle: RequestListener) => RequestListener
}

/** Called several times where the host name has several addresses. */
export const httpServer =
  (
    { sockets, settings }: { readonly sockets: SocketGuard; readonly settings: Pick<HttpSettings, 'maxConnections'> },
    { refuseExpectation, lane }: Listeners,
  ) =>
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
        // Longer than proxies keep an idle connection (nginx: one minute), so that the proxy closes first.
        keepAliveTimeout: 72_000,
        connectionsCheckingInterval: 1000,
        maxHeaderSize: 16 * 1024,
        requireHostHeader: false,
      },
      admitted(lane(handle)),
    )
    server.on('checkExpectation', admitted(refuseExpectation))
    // The size of headers is limited. Node would drop the 2001st silently, and what a proxy adds often comes last.
    server.maxHeadersCount = 0
    closeGently(server)
    return sockets.watch(server, settings.maxConnections)
  }

/** More than the system queues for `accept`; a limit, so that a flood of clients cannot keep a server open. */
const MOST_TURNS = 2000
/** In a turn this short, hardly any client arrives unseen. */
const SHORT_MS = 0.3

/**
 * Closing a server resets connections that the system has queued and Node, which accepts one in a turn, has not accepted; and it
 * ends idle ones although a request may be on its way. Here queued ones are accepted first, and the guard ends idle ones later.
 */
function closeGently(server: Server): void {
  let accepted = 0
  server.on('connection', () => accepted++)
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
