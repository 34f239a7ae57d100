import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
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
    // Who closes the server would end them at once, and a request may be on its way: the guard ends them when they have rested.
    server.closeIdleConnections = () => undefined
    return sockets.watch(server, maxConnections)
  }
