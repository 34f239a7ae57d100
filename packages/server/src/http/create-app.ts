import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Limit } from '../kernel/endpoint-facts.ts'
import { Failure } from '../kernel/errors.ts'
import { isLoopbackHeader } from '../kernel/loopback.ts'
import { originList } from '../kernel/origins.ts'
import { andTell } from '../kernel/soon.ts'
import { presentedKey } from './admit-key.ts'
import type { AppOptions } from './app-options.ts'
import { BODY_LIMIT, ignoreBody, isUtf8, maySendTooMuch, parseForm, parseJson } from './body.ts'
import { brokenRequests } from './broken-request.ts'
import { allowCrossOrigin } from './cross-origin.ts'
import { asFailure, envelope } from './envelope.ts'
import { Exchange } from './exchange.ts'
import { hostRefusal } from './host-check.ts'
import { httpServer } from './http-server.ts'
import { InFlight } from './in-flight.ts'
import { mountAssets, mountDocument } from './mount-assets.ts'
import { mountEndpoint } from './mount-endpoint.ts'
import { mountHostedPage } from './mount-hosted-page.ts'
import { mountPage } from './mount-page.ts'
import { pathTable } from './path-table.ts'
import { proxyTrust } from './proxy-trust.ts'
import { cookieReader } from './read-cookies.ts'
import { requestIds } from './request-ids.ts'
import { hostedHeaders, securityHeaders } from './security-headers.ts'
import { sendPage } from './send-page.ts'
import { senderCheck } from './sender-check.ts'
import { isServerQuestion } from './server-question.ts'
import { watchRequests } from './watch-requests.ts'
import { cookieWriter } from './write-cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange
  }
  interface FastifyContextConfig {
    /** The endpoint's name. */
    readonly operation?: string
    /** Reads forms, and no JSON. */
    readonly isForm?: boolean
    /** Another site's form is meant to come here. */
    readonly isForeignForm?: boolean
    /** As if it were not there, unless `Host` names this machine. */
    readonly isLoopbackOnly?: boolean
    /** A proxy asks about a request that it holds: who that came from is what the answer is about. */
    readonly isProxyQuestion?: boolean
    /** Backends with a key may call it, too. */
    readonly isForKeys?: boolean
    readonly isAskedByServers?: boolean
    /** `general` unless named. */
    readonly limit?: Limit
    /** Where people go when the route fails for the time being. */
    readonly failurePage?: string
  }
}

/** The endpoint table as an HTTP service. Every answer it can give, errors included, passes through here. */
export function createApp<Deps, Caller>(options: AppOptions<Deps, Caller>): FastifyInstance {
  const { endpoints, pages, hostedPages, assets, settings, csrfKey, clock, log } = options
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

  const watch = options.observer && watchRequests(app, options.observer)
  const isAllowedOrigin = originList(settings)
  const senderRefusal = senderCheck(isAllowedOrigin, settings.allowMissingCsrfHeaders)
  const readCookies = cookieReader(settings.cookieNames)
  const write = cookieWriter(settings, csrfKey, clock)
  const methodsAt = methodTables(options)

  const open = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headers).header('x-request-id', request.id)
    if (maySendTooMuch(request)) reply.header('connection', 'close')
    allowCrossOrigin(request, reply, isAllowedOrigin)
    request.exchange = new Exchange(request, readCookies, options.languages)
  }
  const answerFailure = (failure: Failure, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (failure.code === 'internal_error') {
      const { url, config } = request.routeOptions
      log.error({ err: failure.cause, requestId: request.id, operation: config?.operation, url }, 'request failed')
    }
    if (failure.detail.location !== undefined) reply.header('location', failure.detail.location)
    if (failure.detail.retryAfter !== undefined) reply.header('retry-after', failure.detail.retryAfter)
    request.exchange.writeCookies(reply, write, failure.detail.endsSession ? { session: 'end' } : undefined)
    const { failurePage } = request.routeOptions.config ?? {}
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
  app.removeAllContentTypeParsers()
  const parsers = [
    ['application/json', false, parseJson],
    ['application/x-www-form-urlencoded', true, parseForm],
  ] as const
  for (const [type, isForm, parse] of parsers) {
    app.addContentTypeParser(type, { parseAs: 'buffer' }, async ({ routeOptions, headers }: FastifyRequest, bytes: Buffer) => {
      if ((routeOptions.config.isForm ?? false) !== isForm || !isUtf8(headers['content-type']))
        throw new Failure('unsupported_media_type')
      return parse(bytes)
    })
  }
  app.setErrorHandler((error, request, reply) => answerFailure(asFailure(error), request, reply))

  app.addHook('onRequest', (request, reply, done) => {
    open(request, reply)
    const { config } = request.routeOptions
    if (request.is404) ignoreBody(request)
    if (config?.isProxyQuestion) return done()
    const broken = hostRefusal(request.raw)
    if (broken) return done(broken)
    // No browser sends a key by itself, and a backend is counted by it.
    if (config?.isForKeys && presentedKey(request.headers.authorization) !== undefined) return done()
    if (config?.isLoopbackOnly && !isLoopbackHeader(request.headers.host)) return done(new Failure('not_found'))
    const foreign = senderRefusal(request.raw, config?.isForeignForm ?? false)
    // What is not there is not there for any caller; but neither does another site's request for it count.
    if (foreign && !request.is404) return done(foreign)
    if (foreign?.code === 'origin_not_allowed') return done()
    // Counted once it is known for whom.
    if (config?.isAskedByServers && isServerQuestion(request.exchange)) return done()
    // Most are counted at once, and wait for nothing.
    andTell(options.checkLimit(config?.limit ?? 'general', request.exchange.client), done)
  })

  app.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(request.headers.host, request.url.split('?')[0] ?? '')
    if (methods.length === 0) return answerFailure(new Failure('not_found'), request, reply)
    reply.header('allow', methods.join(', '))
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    if (!isPreflight) return answerFailure(new Failure('method_not_allowed'), request, reply)
    return reply.header('access-control-allow-methods', methods.join(', ')).code(204).send()
  })

  const inFlight = new InFlight()
  app.addHook('onClose', () => inFlight.settled())
  for (const endpoint of Object.entries(endpoints)) mountEndpoint(app, endpoint, { ...options, write, inFlight })
  mountDocument(app, options.openApi)
  mountAssets(app, assets)
  for (const page of hostedPages) mountHostedPage(app, page, { ...options, write, inFlight })
  for (const page of pages) mountPage(app, page, { depsFor: options.depsFor, inFlight })
  return app
}

/** Bodies are read and replies shaped by our own code: to load Fastify's compilers for it would be a tenth of a start. */
function withoutSchemas(): never {
  throw new Error('a route has a schema of its own')
}

/** Which methods a path knows. What is for this machine only is not betrayed to others by a 405 either. */
function methodTables<Deps, Caller>({ endpoints, pages, hostedPages, assets }: AppOptions<Deps, Caller>) {
  const tableOf = (isListed: (one: { readonly isLoopbackOnly?: boolean }) => boolean) => {
    const listed = Object.values(endpoints).filter(isListed)
    const html = [...pages.filter(isListed), ...hostedPages, ...assets].map(({ path }) => `GET ${path}` as const)
    const forms = hostedPages.filter(({ actions }) => actions).map(({ path }) => `POST ${path}` as const)
    const oneWay = [
      ...listed.filter(({ isOneWay }) => isOneWay).map(({ route }) => route),
      ...hostedPages.filter(({ isOneWay }) => isOneWay).map(({ path }) => `GET ${path}` as const),
    ]
    return pathTable([...listed.map(({ route }) => route), ...html, ...forms, 'GET /openapi.json'], oneWay)
  }
  const [here, elsewhere] = [tableOf(() => true), tableOf(({ isLoopbackOnly }) => !isLoopbackOnly)]
  return (host: string | undefined, path: string) => (isLoopbackHeader(host) ? here : elsewhere)(path)
}

/** A browser in which a person reads the answer. */
const readsPages = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false

/** What is called by programs answers programs. */
const wantsPage = (request: FastifyRequest): boolean => readsPages(request) && !/^\/(?:auth|admin)(?:[/?]|$)/.test(request.url)

/** Nothing that the caller did wrong: the same may work later. */
const isForNow = ({ status }: Failure): boolean => status === 429 || status >= 500
