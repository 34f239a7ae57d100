import type { FastifyRequest } from 'fastify'
import { bareAddress } from '../kernel/bare-address.ts'
import { cleanUserAgent } from '../kernel/client-text.ts'
import type { Client } from '../kernel/endpoint.ts'
import { languageIn } from '../kernel/language.ts'
import { memoise } from '../kernel/memoise.ts'

const REMEMBERED = 1000
/** Most requests come from where the last ones came from. */
const addressOf = memoise(REMEMBERED, bareAddress)

export class RequestClient implements Client {
  readonly #request: FastifyRequest
  readonly #languages: readonly string[]
  /**
   * The socket's address, or behind trusted proxies the rightmost hop that is not one of them; where that is no address, the
   * proxy's. Read at once: a socket forgets it when the client hangs up, and the work goes on.
   */
  ip: string
  readonly device: string | undefined
  keyName: string | undefined = undefined
  #userAgent: string | undefined = undefined
  /** Set where a page of ours was shown: its language counts, and not what was asked for. */
  pageLanguage: string | undefined = undefined

  constructor(request: FastifyRequest, device: string | undefined, languages: readonly string[]) {
    this.#request = request
    this.#languages = languages
    this.device = device
    this.ip = addressOf(request.ip ?? '') ?? addressOf(request.socket.remoteAddress ?? '') ?? ''
  }

  /** A backend with a key says for which visitor of its own it calls. */
  speakFor(
    keyName: string,
    { ip, userAgent }: { readonly ip: string | undefined; readonly userAgent: string | undefined },
  ): void {
    this.keyName = keyName
    this.ip = ip ?? this.ip
    this.#userAgent = userAgent
  }

  /** Worked out only when a flow asks: most reads never do. */
  get userAgent(): string {
    return cleanUserAgent(this.#userAgent ?? this.#request.headers['user-agent'])
  }

  get language(): string | undefined {
    return this.pageLanguage ?? languageIn(this.#request.headers['accept-language'] ?? '', this.#languages)
  }

  get requestId(): string {
    return this.#request.id
  }
}
