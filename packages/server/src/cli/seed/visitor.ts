import type { FastifyInstance } from 'fastify'

interface From {
  readonly app: FastifyInstance
  readonly origin: string
  readonly ip: string
  readonly userAgent: string
}

/** A browser that keeps its cookies, at a service in this process. */
export class Visitor {
  readonly #from: From
  readonly #cookies = new Map<string, string>()

  constructor(from: From) {
    this.#from = from
  }

  /** Throws where the service refuses, unless a refusal is what is wanted. */
  async send<T = unknown>(method: 'POST' | 'PATCH' | 'PUT', url: string, body?: object, isRefused = false): Promise<T> {
    const { app, origin, ip, userAgent } = this.#from
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await app.inject({
      ...{ method, url, remoteAddress: ip },
      headers: { origin, 'user-agent': userAgent, ...(cookie && { cookie }) },
      ...(body && { payload: body }),
    })
    for (const { name, value, maxAge } of reply.cookies) {
      if (maxAge === 0) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    if (reply.statusCode >= 400 !== isRefused) throw new Error(`${method} ${url} answered ${reply.statusCode}: ${reply.body}`)
    return reply.json<T>()
  }
}
