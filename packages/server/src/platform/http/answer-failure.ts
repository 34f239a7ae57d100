import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '../kernel/errors.ts'
import { type Mount, servedHtml, servedPath } from '../kernel/own-path.ts'
import type { AppOptions } from './app-options.ts'
import { envelope } from './envelope.ts'
import { leadOn } from './lead-on.ts'
import { oauthFailure } from './oauth-failure.ts'
import type { RouteTable } from './route-table.ts'
import { hostedHeaders } from './security-headers.ts'
import { sendPage } from './send-page.ts'
import type { CookieWriter } from './write-cookies.ts'

export type AnswerFailure = (failure: Failure, request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Programs get the envelope; browsers get a page, or are led to the page that their request came from. */
export function failureAnswers<Deps, Caller>(
  { settings, log, errorPage }: Pick<AppOptions<Deps, Caller>, 'settings' | 'log' | 'errorPage'>,
  write: CookieWriter,
  table: Pick<RouteTable, 'isOAuth'>,
): AnswerFailure {
  const onPages = hostedHeaders(settings)
  const isForPrograms = programPaths(settings)
  return (failure, request, reply) => {
    const { operation, path, failurePage } = request.route ?? {}
    if (failure.code === 'internal_error')
      log.error({ err: failure.cause, requestId: request.id, operation, url: path }, 'request failed')
    if (failure.detail.location !== undefined) reply.header('location', failure.detail.location)
    if (failure.detail.challenge !== undefined) reply.header('www-authenticate', failure.detail.challenge)
    if (failure.detail.retryAfter !== undefined) reply.header('retry-after', failure.detail.retryAfter)
    if (table.isOAuth(request)) return reply.code(failure.status).send(oauthFailure(failure))
    request.state.writeCookies(reply, write, failure.detail.endsSession ? { session: 'end' } : undefined)
    if (failurePage !== undefined && readsPages(request) && isForNow(failure))
      return leadOn(reply, settings, `${failurePage}?${new URLSearchParams({ error: failure.code })}`)
    reply.code(failure.status)
    if (!readsPages(request) || isForPrograms(request.url))
      return reply.send({ ...envelope(failure.code, failure.message), ...failure.detail.beside })
    const languages = request.headers['accept-language'] ?? ''
    const { language: chosenLanguage, back: cameFrom } = request.state.cookies
    const caller = request.state.caller as Caller | undefined
    const asked = { path: request.url, caller, languages, chosenLanguage, cameFrom, requestId: request.id }
    return sendPage(request, reply.headers(onPages), servedHtml(settings, errorPage(failure, asked)))
  }
}

const readsPages = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false

/** Programs call what is below these paths, and get the envelope. */
function programPaths(at: Mount): (url: string) => boolean {
  const paths = ['~/auth', '~/admin'].map((path) => servedPath(at, path))
  return (url) => paths.some((path) => url.startsWith(path) && /^(?:[/?]|$)/.test(url.slice(path.length)))
}

/** The caller did nothing wrong: the same request may work later. */
const isForNow = ({ status }: Failure): boolean => status === 429 || status >= 500
