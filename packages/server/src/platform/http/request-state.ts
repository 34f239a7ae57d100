import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieChange } from '../kernel/cookies.ts'
import type { Client } from '../kernel/endpoint.ts'
import { languageIn } from '../kernel/language.ts'
import type { HttpSettings } from './app-options.ts'
import { clientAddress } from './client-address.ts'
import { proxyTrust } from './proxy-trust.ts'
import { cookieReader, type RequestCookies } from './read-cookies.ts'
import type { CookieWriter } from './write-cookies.ts'

/** What a request says of its client, read in one way everywhere. */
export function requestReaders({ cookieNames, formerNames, trustedProxies }: HttpSettings) {
  const isProxy = proxyTrust(trustedProxies)
  return {
    cookies: cookieReader({ cookieNames, formerNames }),
    address: (request: IncomingMessage): string => clientAddress(request, isProxy),
  }
}

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
  /** A form that waited for a step-up is sent once more: its page is answered as if the visitor had just pressed its button. */
  isRepeated = false

  constructor(request: FastifyRequest, { cookies, address }: ReturnType<typeof requestReaders>, languages: readonly string[]) {
    this.cookies = cookies(request.headers.cookie)
    this.client = new RequestClient(request, { ip: address(request.raw), device: this.cookies.device, languages })
  }

  /**
   * The header is written once. Where both change the same cookie, the handler's change wins over the pending one. With a session the way
   * back ends as well: the next visitor may be another person.
   */
  writeCookies(reply: FastifyReply, write: CookieWriter, change: CookieChange | undefined): void {
    const merged = (change ?? this.pending) && { ...this.pending, ...change }
    const isOver = merged?.session === 'end' && this.cookies.back !== undefined
    const final: CookieChange | undefined = isOver ? { back: 'end', ...merged } : merged
    if (!final && this.csrfToken === undefined) return
    const { csrfToken, cookies } = this
    reply.header('set-cookie', write.change(final ?? {}, { csrfToken, isDoubled: cookies.isDoubled, presented: cookies }))
  }
}

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

  constructor(
    request: FastifyRequest,
    { ip, device, languages }: Pick<Client, 'ip' | 'device'> & { readonly languages: readonly string[] },
  ) {
    this.#request = request
    this.#languages = languages
    this.device = device
    this.ip = ip
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
