import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieChange } from '../kernel/cookies.ts'
import type { RequestCookies } from './read-cookies.ts'
import { RequestClient } from './request-client.ts'
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
