import { createServer, type IncomingMessage, type RequestListener, Server, type ServerResponse } from 'node:http'
import type { SocketGuard } from '../kernel/socket-guard.ts'
import { acceptQueued } from './accept-queued.ts'
import type { HttpSettings } from './app-options.ts'

interface Listeners {
  /** Node hands a request whose `Expect` cannot be met to no other listener. */
  readonly refuseExpectation: (request: IncomingMessage, response: ServerResponse) => void
  /** What is answered ahead of the framework. */
  readonly lane: (handle: RequestListener) => RequestListener
}

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

/** Closing a server ends idle connections although a request may be on its way; here the guard ends them later. */
function closeGently(server: Server): void {
  server.closeIdleConnections = () => undefined
  server.close = (done) => {
    void acceptQueued(server).then(() => Server.prototype.close.call(server, done))
    return server
  }
}
