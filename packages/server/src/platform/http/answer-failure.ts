import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '../kernel/errors.ts'
import type { AppOptions } from './app-options.ts'
import { envelope } from './envelope.ts'
import { hostedHeaders } from './security-headers.ts'
import { sendPage } from './send-page.ts'
import type { CookieWriter } from './write-cookies.ts'

export type AnswerFailure = (failure: Failure, request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Programs get the envelope; browsers get a page, or are led to the page that their request came from. */
export function failureAnswers<Deps, Caller>(
  { settings, log, errorPage }: Pick<AppOptions<Deps, Caller>, 'settings' | 'log' | 'errorPage'>,
  write: CookieWriter,
): AnswerFailure {
  const onPages = hostedHeaders(settings)
  return (failure, request, reply) => {
    const { operation, path, failurePage } = request.route ?? {}
    if (failure.code === 'internal_error')
      log.error({ err: failure.cause, requestId: request.id, operation, url: path }, 'request failed')
    if (failure.detail.location !== undefined) reply.header('location', failure.detail.location)
    if (failure.detail.retryAfter !== undefined) reply.header('retry-after', failure.detail.retryAfter)
    request.state.writeCookies(reply, write, failure.detail.endsSession ? { session: 'end' } : undefined)
    if (failurePage !== undefined && readsPages(request) && isForNow(failure))
      return reply.redirect(`${failurePage}?${new URLSearchParams({ error: failure.code })}`, 303)
    reply.code(failure.status)
    if (!wantsPage(request)) return reply.send(envelope(failure.code, failure.message))
    const languages = request.headers['accept-language'] ?? ''
    const { language: chosenLanguage, back: cameFrom } = request.state.cookies
    const asked = { path: request.url, languages, chosenLanguage, cameFrom, requestId: request.id }
    return sendPage(request, reply.headers(onPages), errorPage(failure, asked))
  }
}

const readsPages = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false

/** Programs call these paths, and get the envelope. */
const wantsPage = (request: FastifyRequest): boolean => readsPages(request) && !/^\/(?:auth|admin)(?:[/?]|$)/.test(request.url)

/** The caller did nothing wrong: the same request may work later. */
const isForNow = ({ status }: Failure): boolean => status === 429 || status >= 500
