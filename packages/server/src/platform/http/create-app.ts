import { METHODS } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type HookHandlerDoneFunction } from 'fastify'
import { Failure } from '../kernel/errors.ts'
import { isThisMachineHeader } from '../kernel/loopback.ts'
import { originList } from '../kernel/origins.ts'
import { allRoutes } from './all-routes.ts'
import { type AnswerFailure, failureAnswers } from './answer-failure.ts'
import type { AppOptions } from './app-options.ts'
import { BODY_LIMIT, isUtf8, maySendTooMuch, parseForm, parseJson } from './body.ts'
import { brokenRequests } from './broken-request.ts'
import { requestChecks } from './check-request.ts'
import { allowAnyOrigin, allowCrossOrigin } from './cross-origin.ts'
import { asFailure } from './envelope.ts'
import { httpServer } from './http-server.ts'
import { InFlight } from './in-flight.ts'
import { lane } from './lane.ts'
import { requestIds } from './request-ids.ts'
import { requestLines } from './request-lines.ts'
import { RequestState, requestReaders } from './request-state.ts'
import { type Route, RouteTable } from './route-table.ts'
import { securityHeaders } from './security-headers.ts'
import { watchRequests } from './watch-requests.ts'
import { CookieWriter } from './write-cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    state: RequestState
    route: Route | undefined
  }
}

const FRAMEWORK = {
  logger: false, // a child logger per request would cost more than a session check
  bodyLimit: BODY_LIMIT,
  exposeHeadRoutes: false, // our routes answer GET and HEAD themselves
  schemaController: { compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas } },
  return503OnClosing: false,
  forceCloseConnections: 'idle',
} as const

/** Every answer of the service, errors included, passes through here. */
export function createApp<Deps, Caller>(options: AppOptions<Deps, Caller>): FastifyInstance {
  const { settings, csrfKey, clock } = options
  const headers = securityHeaders(settings)
  const { refuseBytes, refuseExpectation } = brokenRequests(headers)
  const write = new CookieWriter(settings, csrfKey, clock)
  const inFlight = new InFlight()
  const routes = allRoutes({ ...options, write, inFlight })
  const newRequestId = requestIds()
  const app = Fastify({
    ...FRAMEWORK,
    genReqId: newRequestId,
    serverFactory: httpServer(options, { refuseExpectation, lane: lane({ ...options, routes, headers, newRequestId }) }),
    clientErrorHandler: refuseBytes,
    // For a target that cannot be decoded, no hook has run.
    frameworkErrors: (error, request, reply) => {
      watch?.(request, reply)
      open(request, reply)
      return answerFailure(asFailure(error), request, reply)
    },
  })

  const watch = options.observer && watchRequests(options.observer)
  const tell = options.logsRequests ? requestLines(options.log) : undefined
  const isAllowedOrigin = originList(settings)
  const checkRequest = requestChecks(options, isAllowedOrigin)
  const readers = requestReaders(settings)
  const table = new RouteTable(routes)
  const answerFailure = failureAnswers(options, write, table)

  const open = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headers).header('x-request-id', request.id)
    if (maySendTooMuch(request)) reply.header('connection', 'close')
    if (table.isForAnyOrigin(request)) allowAnyOrigin(request, reply)
    else allowCrossOrigin(request, reply, isAllowedOrigin)
    request.state = new RequestState(request, readers, options.languages)
  }
  const check = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
    open(request, reply)
    checkRequest(request, reply, done)
  }
  prepare(app)
  app.setErrorHandler((error, request, reply) => answerFailure(asFailure(error), request, reply))

  app.addHook('onRequest', (request, reply, done) => {
    const found = table.find(request.method, request.url)
    request.route = found?.route
    if (found) request.params = found.params
    tell?.(request, reply)
    if (watch) watch(request, reply).resume(() => check(request, reply, done))
    else check(request, reply, done)
  })

  const answerNothing = answersNothing(table, answerFailure)
  app.all('*', (request, reply) => (request.route ? request.route.handle(request, reply) : answerNothing(request, reply)))
  app.setNotFoundHandler(answerNothing) // a target that is no path
  app.addHook('onClose', () => inFlight.settled())
  return app
}

/** Our own code checks bodies and shapes replies: loading Fastify's compilers would take a tenth of the start. */
function withoutSchemas(): never {
  throw new Error('a route has a schema of its own')
}

/** Any method is answered, and bodies are read by our own parsers. */
function prepare(app: FastifyInstance): void {
  app.decorateRequest('state')
  app.decorateRequest('route')
  const supported: readonly string[] = app.supportedMethods
  for (const method of METHODS) if (!supported.includes(method)) app.addHttpMethod(method)
  app.removeAllContentTypeParsers()
  const parsers = [
    ['application/json', false, parseJson],
    ['application/x-www-form-urlencoded', true, parseForm],
  ] as const
  for (const [type, isForm, parse] of parsers) {
    app.addContentTypeParser(type, { parseAs: 'buffer' }, async ({ route, headers }: FastifyRequest, bytes: Buffer) => {
      if ((route?.isForm ?? false) !== isForm || !isUtf8(headers['content-type'])) throw new Failure('unsupported_media_type')
      const value = parse(bytes)
      return route?.isReceiver ? bytes.toString('utf8') : value
    })
  }
}

/** For a path that there is none of, or not for this method. */
const answersNothing =
  (table: RouteTable, answerFailure: AnswerFailure) =>
  (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // A 405 must not reveal to others a path that is for this machine only.
    const isHere = isThisMachineHeader(request.headers.host)
    const methods = table.methodsAt(request.url, ({ isLoopbackOnly }) => isHere || !isLoopbackOnly)
    if (methods.length === 0) return answerFailure(new Failure('not_found'), request, reply)
    reply.header('allow', methods.join(', '))
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    if (!isPreflight)
      return answerFailure(
        new Failure('method_not_allowed', { message: `This address answers ${methods.join(', ')} only.` }),
        request,
        reply,
      )
    return reply.header('access-control-allow-methods', methods.join(', ')).code(204).send()
  }
