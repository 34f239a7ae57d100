import type { FastifyRequest } from 'fastify'
import { bareAddress } from '../kernel/bare-address.ts'
import { cleanUserAgent } from '../kernel/client-text.ts'
import type { Client } from '../kernel/endpoint.ts'

export class RequestClient implements Client {
  readonly #request: FastifyRequest
  /**
   * The socket's address, or behind trusted proxies the rightmost hop that is not one of them; where that is no address, the
   * proxy's. Read at once: a socket forgets it when the client hangs up, and the work goes on.
   */
  readonly ip: string
  readonly device: string | undefined

  constructor(request: FastifyRequest, device: string | undefined) {
    this.#request = request
    this.device = device
    this.ip = bareAddress(request.ip ?? '') ?? bareAddress(request.socket.remoteAddress ?? '') ?? ''
  }

  /** Worked out only when a flow asks: most reads never do. */
  get userAgent(): string {
    return cleanUserAgent(this.#request.headers['user-agent'])
  }

  get requestId(): string {
    return this.#request.id
  }
}
