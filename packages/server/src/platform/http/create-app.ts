import { METHODS } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type HookHandlerDoneFunction } from 'fastify'
import { Failure } from '../kernel/errors.ts'
import { isLoopbackHeader } from '../kernel/loopback.ts'
import { andTell } from '../kernel/maybe-promise.ts'
import { originList } from '../kernel/origins.ts'
import { presentedKey } from './admit-key.ts'
import { allRoutes } from './all-routes.ts'
import type { AppOptions } from './app-options.ts'
import { BODY_LIMIT, ignoreBody, isUtf8, maySendTooMuch, parseForm, parseJson } from './body.ts'
import { brokenRequests } from './broken-request.ts'
import { allowCrossOrigin } from './cross-origin.ts'
import { asFailure, envelope } from './envelope.ts'
import { hostRefusal } from './host-check.ts'
import { httpServer } from './http-server.ts'
import { InFlight } from './in-flight.ts'
import { proxyTrust } from './proxy-trust.ts'
import { cookieReader } from './read-cookies.ts'
import { requestIds } from './request-ids.ts'
import { RequestState } from './request-state.ts'
import { type Route, RouteTable } from './route-table.ts'
import { hostedHeaders, securityHeaders } from './security-headers.ts'
import { sendPage } from './send-page.ts'
import { senderCheck } from './sender-check.ts'
import { isServerQuestion } from './server-question.ts'
import { watchRequests } from './watch-requests.ts'
import { cookieWriter } from './write-cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    exchange: RequestState
    route: Route | undefined
  }
}

/** Every answer of the service, errors included, passes through here. */
export function createApp<Deps, Caller>(options: AppOptions<Deps, Caller>): FastifyInstance {
  const { settings, csrfKey, clock, log } = options
  const [headers, onPages] = [securityHeaders(settings), hostedHeaders(settings)]
  const { refuseBytes, refuseExpectation } = brokenRequests(headers)
  const app = Fastify({
    logger: false, // a child logger per request would cost more than a session check
    genReqId: requestIds(),
    trustProxy: settings.trustedProxies.length > 0 ? proxyTrust(settings.trustedProxies) : false,
    bodyLimit: BODY_LIMIT,
    exposeHeadRoutes: false, // our routes answer GET and HEAD themselves
    schemaController: { compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas } },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    serverFactory: httpServer({ sockets: options.sockets, maxConnections: settings.maxConnections, refuseExpectation }),
    clientErrorHandler: refuseBytes,
    // For a target that cannot be decoded, no hook has run.
    frameworkErrors: (error, request, reply) => {
      watch?.(request, reply)
      open(request, reply)
      return answerFailure(asFailure(error), request, reply)
    },
  })

  const watch = options.observer && watchRequests(options.observer)
  const isAllowedOrigin = originList(settings)
  const senderRefusal = senderCheck(isAllowedOrigin, settings.allowMissingCsrfHeaders)
  const readCookies = cookieReader(settings.cookieNames)
  const write = cookieWriter(settings, csrfKey, clock)
  const inFlight = new InFlight()
  const table = new RouteTable(allRoutes({ ...options, write, inFlight }))

  const open = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headers).header('x-request-id', request.id)
    if (maySendTooMuch(request)) reply.header('connection', 'close')
    allowCrossOrigin(request, reply, isAllowedOrigin)
    request.exchange = new RequestState(request, readCookies, options.languages)
  }
  const answerFailure = (failure: Failure, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { operation, path, failurePage } = request.route ?? {}
    if (failure.code === 'internal_error')
      log.error({ err: failure.cause, requestId: request.id, operation, url: path }, 'request failed')
    if (failure.detail.location !== undefined) reply.header('location', failure.detail.location)
    if (failure.detail.retryAfter !== undefined) reply.header('retry-after', failure.detail.retryAfter)
    request.exchange.writeCookies(reply, write, failure.detail.endsSession ? { session: 'end' } : undefined)
    if (failurePage !== undefined && readsPages(request) && isForNow(failure))
      return reply.redirect(`${failurePage}?${new URLSearchParams({ error: failure.code })}`, 303)
    reply.code(failure.status)
    if (!wantsPage(request)) return reply.send(envelope(failure.code, failure.message))
    const languages = request.headers['accept-language'] ?? ''
    const chosenLanguage = request.exchange.cookies.language
    const asked = { path: request.url, languages, chosenLanguage, requestId: request.id }
    return sendPage(request, reply.headers(onPages), options.errorPage(failure, asked))
  }

  app.decorateRequest('exchange')
  app.decorateRequest('route')
  app.removeAllContentTypeParsers()
  const parsers = [
    ['application/json', false, parseJson],
    ['application/x-www-form-urlencoded', true, parseForm],
  ] as const
  for (const [type, isForm, parse] of parsers) {
    app.addContentTypeParser(type, { parseAs: 'buffer' }, async ({ route, headers }: FastifyRequest, bytes: Buffer) => {
      if ((route?.isForm ?? false) !== isForm || !isUtf8(headers['content-type'])) throw new Failure('unsupported_media_type')
      return parse(bytes)
    })
  }
  app.setErrorHandler((error, request, reply) => answerFailure(asFailure(error), request, reply))

  /** All checks come before the body is read. */
  const check = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
    open(request, reply)
    const { route } = request
    if (!route) ignoreBody(request)
    route?.begin?.(request, reply)
    const enter = (error?: Error) => {
      if (error || !route?.guard) return done(error)
      try {
        route.guard(request, done)
      } catch (refusal) {
        done(refusal as Error)
      }
    }
    if (route?.isProxyQuestion) return enter()
    const broken = hostRefusal(request.raw)
    if (broken) return done(broken)
    // No browser sends a key by itself, and a backend is counted by its key.
    if (route?.isForKeys && presentedKey(request.headers.authorization) !== undefined) return enter()
    if (route?.isLoopbackOnly && !isLoopbackHeader(request.headers.host)) return done(new Failure('not_found'))
    const foreign = senderRefusal(request.raw, route?.isForeignForm ?? false)
    // An unknown path is answered alike for all; but requests of another site must not use up the visitor's limit.
    if (foreign && route) return done(foreign)
    if (foreign?.code === 'origin_not_allowed') return done()
    // Counted once the session is known.
    if (route?.isAskedByServers && isServerQuestion(request.exchange)) return enter()
    // Most requests are counted in memory, and wait for nothing.
    andTell(options.checkLimit(route?.limit ?? 'general', request.exchange.client), enter)
  }
  app.addHook('onRequest', (request, reply, done) => {
    const found = table.find(request.method, request.url)
    request.route = found?.route
    if (found) request.params = found.params
    if (watch) watch(request, reply).resume(() => check(request, reply, done))
    else check(request, reply, done)
  })

  const answerNothing = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // A 405 must not reveal to others a path that is for this machine only.
    const isHere = isLoopbackHeader(request.headers.host)
    const methods = table.methodsAt(request.url, ({ isLoopbackOnly }) => isHere || !isLoopbackOnly)
    if (methods.length === 0) return answerFailure(new Failure('not_found'), request, reply)
    reply.header('allow', methods.join(', '))
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    if (!isPreflight) return answerFailure(new Failure('method_not_allowed'), request, reply)
    return reply.header('access-control-allow-methods', methods.join(', ')).code(204).send()
  }
  const supported: readonly string[] = app.supportedMethods
  for (const method of METHODS) if (!supported.includes(method)) app.addHttpMethod(method)
  app.all('*', (request, reply) => (request.route ? request.route.handle(request, reply) : answerNothing(request, reply)))
  app.setNotFoundHandler(answerNothing) // a target that is no path
  app.addHook('onClose', () => inFlight.settled())
  return app
}

/** Our own code checks bodies and shapes replies: loading Fastify's compilers would take a tenth of the start. */
function withoutSchemas(): never {
  throw new Error('a route has a schema of its own')
}

const readsPages = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false

/** Programs call these paths, and get the envelope. */
const wantsPage = (request: FastifyRequest): boolean => readsPages(request) && !/^\/(?:auth|admin)(?:[/?]|$)/.test(request.url)

/** The caller did nothing wrong: the same request may work later. */
const isForNow = ({ status }: Failure): boolean => status === 429 || status >= 500
