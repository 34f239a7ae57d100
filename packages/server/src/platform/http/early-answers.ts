import { createServer, type Server } from 'node:http'
import { errors } from '../kernel/errors.ts'
import type { Secret } from '../kernel/secret.ts'
import { envelope } from './envelope.ts'
import { isOperator } from './operator-token.ts'

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', connection: 'close' }
const RETRY_AFTER_S = '1'
const OK = JSON.stringify({ status: 'ok' })
const BUSY = { ...HEADERS, 'retry-after': RETRY_AFTER_S }

interface Place {
  readonly host: string
  readonly port: number
  readonly readyzToken: Secret | undefined
}

/**
 * Answers at the port of a service whose database is not ready yet, because a supervisor ends a process that does not say that it is alive.
 * It gives way to the service itself. A port that cannot be had is what the service will tell of.
 */
export class EarlyAnswers {
  readonly #address: Pick<Place, 'host' | 'port'>
  readonly #token: Secret | undefined
  #server: Server | undefined

  constructor({ host, port, readyzToken }: Place) {
    this.#address = { host, port }
    this.#token = readyzToken
  }

  begin(): void {
    this.#server ??= createServer(({ url = '', method = '', headers }, response) => {
      const [path] = url.split('?', 1)
      if (path === '/healthz' && /^(?:GET|HEAD)$/.test(method)) response.writeHead(200, HEADERS).end(OK)
      else if (path === '/readyz')
        response.writeHead(errors.not_ready[0], HEADERS).end(unready(isOperator(headers.authorization, this.#token)))
      else response.writeHead(errors.overloaded[0], BUSY).end(REFUSED)
    })
      .on('error', () => undefined)
      .listen(this.#address)
  }

  async end(): Promise<void> {
    const server = this.#server
    if (!server?.listening) return
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  }
}

const REASON = 'The database is being brought up to date.'
const REFUSED = JSON.stringify(envelope('overloaded', REASON))

const unready = (forOperator: boolean): string =>
  JSON.stringify({
    ...envelope('not_ready', REASON),
    ...(forOperator && { parts: [{ part: 'database', ready: false, reason: REASON }] }),
  })
