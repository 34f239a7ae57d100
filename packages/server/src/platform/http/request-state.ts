import type { FastifyReply, FastifyRequest } from 'fastify'
import { bareAddress } from '../kernel/bare-address.ts'
import type { CookieChange } from '../kernel/cookies.ts'
import type { Client } from '../kernel/endpoint.ts'
import { languageIn } from '../kernel/language.ts'
import { memoise } from '../kernel/memoise.ts'
import type { cookieReader, RequestCookies } from './read-cookies.ts'
import type { CookieWriter } from './write-cookies.ts'

export class RequestState {
  readonly client: RequestClient
  readonly cookies: RequestCookies
  caller: unknown = undefined
  deps: unknown = undefined
  /** Goes out whatever the handler does: tokens that were rotated before it are already the only valid ones. */
  pending: CookieChange | undefined = undefined
  csrfToken: string | undefined = undefined
  /** The account that a form was shown to. */
  shownTo: string | undefined = undefined

  constructor(request: FastifyRequest, readCookies: ReturnType<typeof cookieReader>, languages: readonly string[]) {
    this.cookies = readCookies(request.headers.cookie)
    this.client = new RequestClient(request, this.cookies.device, languages)
  }

  /** The header is written once. Where both change the same cookie, the handler's change wins over the pending one. */
  writeCookies(reply: FastifyReply, write: CookieWriter, change: CookieChange | undefined): void {
    const final = (change ?? this.pending) && { ...this.pending, ...change }
    if (!final && this.csrfToken === undefined) return
    const { csrfToken, cookies } = this
    reply.header('set-cookie', write.change(final ?? {}, { csrfToken, isDoubled: cookies.isDoubled, presented: cookies }))
  }
}

const REMEMBERED = 1000
/** Most requests come from few addresses. */
const addressOf = memoise(REMEMBERED, bareAddress)

class RequestClient implements Client {
  readonly #request: FastifyRequest
  readonly #languages: readonly string[]
  /** Read at once, because a socket forgets its address when the client hangs up, and the work goes on. */
  ip: string
  readonly device: string | undefined
  keyName: string | undefined = undefined
  #userAgent: string | undefined = undefined
  /** On our own pages the language of the page counts, and not the one that was asked for. */
  pageLanguage: string | undefined = undefined

  constructor(request: FastifyRequest, device: string | undefined, languages: readonly string[]) {
    this.#request = request
    this.#languages = languages
    this.device = device
    // Behind trusted proxies, `request.ip` is the rightmost hop that is none of them; where that is no address, the proxy's counts.
    this.ip = addressOf(request.ip ?? '') ?? addressOf(request.socket.remoteAddress ?? '') ?? ''
  }

  speakFor(keyName: string, visitor: { readonly ip: string | undefined; readonly userAgent: string | undefined }): void {
    this.keyName = keyName
    this.ip = visitor.ip ?? this.ip
    this.#userAgent = visitor.userAgent
  }

  /** Computed only when a flow asks, since most reads never do. */
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

/** User agents are stored and shown: no control characters, well-formed, at most 512 characters. */
export const cleanUserAgent = (header: string | undefined): string =>
  (header ?? '')
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .slice(0, 512)
    .toWellFormed()
