import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { browserUrl, CannotListen } from '../kernel/cannot-listen.ts'
import type { SocketGuard } from '../kernel/socket-guard.ts'
import type { Scraped } from './create-metrics.ts'

const MOST_CONNECTIONS = 32

/** Figures are for the operator, so they have a port of their own. */
export class MetricsServer {
  readonly #server: Server
  readonly #metrics: Scraped

  constructor(metrics: Scraped, sockets: SocketGuard) {
    this.#metrics = metrics
    const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 }, (request, response) => {
      if (sockets.admits(request, response)) void this.#answer(request, response)
    })
    // `unref`: when the service itself cannot listen, the process has to end.
    this.#server = sockets.watch(server, MOST_CONNECTIONS).unref()
  }

  async listen(host: string, port: number): Promise<string> {
    this.#server.listen({ host, port })
    await once(this.#server, 'listening').catch((error: unknown) => {
      throw CannotListen.from(error, { host, port, setting: 'METRICS_PORT' })
    })
    const { address, port: taken } = this.#server.address() as AddressInfo
    return `${browserUrl(address, taken)}/metrics`
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  async #answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (method !== 'GET' || url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    const text = await this.#metrics.scrape().catch(() => undefined)
    if (text === undefined) return void response.writeHead(500).end()
    response.writeHead(200, { 'content-type': this.#metrics.contentType, 'cache-control': 'no-store' }).end(text)
  }
}
