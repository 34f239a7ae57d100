import { METHODS } from 'node:http'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HookHandlerDoneFunction,
  type HTTPMethods,
} from 'fastify'
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
    /** What answers it; undefined where nothing does. */
    route: Route | undefined
  }
}

/** The endpoint table as an HTTP service. Every answer it can give, errors included, passes through here. */
export function createApp<Deps, Caller>(options: AppOptions<Deps, Caller>): FastifyInstance {
  const { settings, csrfKey, clock, log } = options
  const [headers, onPages] = [securityHeaders(settings), hostedHeaders(settings)]
  const { refuseBytes, refuseExpectation } = brokenRequests(headers)
  const app = Fastify({
    logger: false, // a child logger per request would cost more than a session check
    genReqId: requestIds(),
    trustProxy: settings.trustedProxies.length > 0 ? proxyTrust(settings.trustedProxies) : false,
    bodyLimit: BODY_LIMIT,
    exposeHeadRoutes: false, // ours answer both, as one
    schemaController: { compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas } },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    serverFactory: httpServer({ sockets: options.sockets, maxConnections: settings.maxConnections, refuseExpectation }),
    clientErrorHandler: refuseBytes,
    // A target that cannot even be decoded: no hook has run for it.
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
    if (failure.code === 'internal_error') {
      const { operation, path } = request.route ?? {}
      log.error({ err: failure.cause, requestId: request.id, operation, url: path }, 'request failed')
    }
    if (failure.detail.location !== undefined) reply.header('location', failure.detail.location)
    if (failure.detail.retryAfter !== undefined) reply.header('retry-after', failure.detail.retryAfter)
    request.exchange.writeCookies(reply, write, failure.detail.endsSession ? { session: 'end' } : undefined)
    const { failurePage } = request.route ?? {}
    if (failurePage !== undefined && readsPages(request) && isForNow(failure))
      return reply.redirect(`${failurePage}?${new URLSearchParams({ error: failure.code })}`, 303)
    reply.code(failure.status)
    if (!wantsPage(request)) return reply.send(envelope(failure.code, failure.message))
    const asked = {
      path: request.url,
      languages: request.headers['accept-language'] ?? '',
      chosenLanguage: request.exchange.cookies.language,
      requestId: request.id,
    }
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

  /** What is checked before a body is read. */
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
    // No browser sends a key by itself, and a backend is counted by it.
    if (route?.isForKeys && presentedKey(request.headers.authorization) !== undefined) return enter()
    if (route?.isLoopbackOnly && !isLoopbackHeader(request.headers.host)) return done(new Failure('not_found'))
    const foreign = senderRefusal(request.raw, route?.isForeignForm ?? false)
    // What is not there is not there for any caller; but neither does another site's request for it count.
    if (foreign && route) return done(foreign)
    if (foreign?.code === 'origin_not_allowed') return done()
    // Counted once it is known for whom.
    if (route?.isAskedByServers && isServerQuestion(request.exchange)) return enter()
    // Most are counted at once, and wait for nothing.
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
    // What is for this machine only is not betrayed to others by a 405 either.
    const isHere = isLoopbackHeader(request.headers.host)
    const methods = table.methodsAt(request.url, ({ isLoopbackOnly }) => isHere || !isLoopbackOnly)
    if (methods.length === 0) return answerFailure(new Failure('not_found'), request, reply)
    reply.header('allow', methods.join(', '))
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    if (!isPreflight) return answerFailure(new Failure('method_not_allowed'), request, reply)
    return reply.header('access-control-allow-methods', methods.join(', ')).code(204).send()
  }
  for (const method of METHODS) if (!app.supportedMethods.includes(method as HTTPMethods)) app.addHttpMethod(method)
  app.all('*', (request, reply) => {
    const { route } = request
    return route ? route.handle(request, reply) : answerNothing(request, reply)
  })
  app.setNotFoundHandler(answerNothing) // a target that is no path
  app.addHook('onClose', () => inFlight.settled())
  return app
}

/** Bodies are read and replies shaped by our own code: to load Fastify's compilers for it would be a tenth of a start. */
function withoutSchemas(): never {
  throw new Error('a route has a schema of its own')
}

/** A browser in which a person reads the answer. */
const readsPages = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false

/** What is called by programs answers programs. */
const wantsPage = (request: FastifyRequest): boolean => readsPages(request) && !/^\/(?:auth|admin)(?:[/?]|$)/.test(request.url)

/** Nothing that the caller did wrong: the same may work later. */
const isForNow = ({ status }: Failure): boolean => status === 429 || status >= 500
