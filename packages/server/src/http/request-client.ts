import type { FastifyRequest } from 'fastify'
import { cleanUserAgent } from '../kernel/client-text.ts'
import type { Client } from '../kernel/endpoint.ts'

/** Where a request came from, worked out only when somebody asks: most reads never do. */
export class RequestClient implements Client {
  readonly #request: FastifyRequest

  constructor(request: FastifyRequest) {
    this.#request = request
  }

  /** The socket's address, or behind trusted proxies the rightmost hop that is not one of them. */
  get ip(): string {
    return this.#request.ip.replace(/^::ffff:(?=\d+\.)/, '')
  }

  get userAgent(): string {
    return cleanUserAgent(this.#request.headers['user-agent'])
  }

  get requestId(): string {
    return this.#request.id
  }
}
