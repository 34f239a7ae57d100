import type { FastifyReply, FastifyRequest } from 'fastify'
import { bareAddress } from '../kernel/bare-address.ts'
import type { CookieChange } from '../kernel/cookies.ts'
import type { Client } from '../kernel/endpoint.ts'
import { languageIn } from '../kernel/language.ts'
import { memoise } from '../kernel/memoise.ts'
import type { RequestCookies } from './read-cookies.ts'
import type { cookieWriter } from './write-cookies.ts'

/** What one request carries from its first check to its answer. */
export class RequestState {
  readonly client: RequestClient
  readonly cookies: RequestCookies
  caller: unknown = undefined
  deps: unknown = undefined
  /** A change that holds whatever the handler does: tokens that were rotated on the way in are already the only good ones. */
  pending: CookieChange | undefined = undefined
  csrfToken: string | undefined = undefined

  constructor(
    request: FastifyRequest,
    readCookies: (header: string | undefined) => RequestCookies,
    languages: readonly string[],
  ) {
    this.cookies = readCookies(request.headers.cookie)
    this.client = new RequestClient(request, this.cookies.device, languages)
  }

  /** Cookies are written once, with the answer: what came before the handler, as far as it does not change the same. */
  writeCookies(reply: FastifyReply, write: ReturnType<typeof cookieWriter>, change: CookieChange | undefined): void {
    const final = (change ?? this.pending) && { ...this.pending, ...change }
    if (!final && this.csrfToken === undefined) return
    const { csrfToken, cookies } = this
    reply.header('set-cookie', write.change(final ?? {}, { csrfToken, isDoubled: cookies.isDoubled, presented: cookies }))
  }
}

const REMEMBERED = 1000
/** Most requests come from where the last ones came from. */
const addressOf = memoise(REMEMBERED, bareAddress)

class RequestClient implements Client {
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

/** A user agent as it is stored and shown: no control characters, well-formed, at most 512 characters. */
export const cleanUserAgent = (header: string | undefined): string =>
  (header ?? '')
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .slice(0, 512)
    .toWellFormed()
