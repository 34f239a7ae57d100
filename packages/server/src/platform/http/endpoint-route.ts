import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Answer, type Method, Redirect, Verdict } from '../kernel/endpoint.ts'
import type { AnyEndpoint } from '../kernel/endpoint-table.ts'
import { thenCallback } from '../kernel/maybe-promise.ts'
import { admitCall, keyFor, requireEnabled } from './admit-call.ts'
import { askedByProxy } from './asked-by-proxy.ts'
import { ignoreBody } from './body.ts'
import { callOf, unwrapped } from './call.ts'
import { CallerTexts } from './caller-texts.ts'
import { atOnce } from './certain-answer.ts'
import { checkCsrfToken } from './csrf-check.ts'
import { leadOn } from './lead-on.ts'
import { sendLines } from './lines.ts'
import type { MountOptions } from './mount-options.ts'
import { proxyTrust } from './proxy-trust.ts'
import { bodyReader, queryReader } from './read-input.ts'
import { shapeReply } from './reply-shape.ts'
import { PROXIED_METHODS, READ_METHODS, type Route, splitRoute } from './route-table.ts'
import { asFile } from './send-download.ts'
import { isSafe } from './sender-check.ts'
import { textInTurns } from './text-in-turns.ts'
import { whenEnded } from './when-ended.ts'

function asJson(reply: FastifyReply, text: string): string {
  reply.type('application/json; charset=utf-8')
  return text
}

/** A query asks for another answer than the one that is kept. */
const isBare = ({ query }: FastifyRequest): boolean => Object.keys(Object(query)).length === 0

/** The order of checks: sender and limit, in `createApp`; then session, body and rules, here. */
export function endpointRoutes<Deps, Caller>(
  [operation, endpoint]: readonly [name: string, AnyEndpoint],
  options: MountOptions<Deps, Caller>,
): readonly Route[] {
  const [method, path] = splitRoute(endpoint.route)
  const { settings, write, log, logsRequests } = options
  const { status = 200, isProxyQuestion = false, publicForSeconds } = endpoint

  const isProxy = isProxyQuestion || endpoint.isOnAppHost ? proxyTrust(settings.trustedProxies) : undefined
  const texts = endpoint.ofCallerAlone ? new CallerTexts() : undefined
  const run = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { state, body, query, params } = request
    const isNavigation = request.headers.accept?.includes('text/html') ?? false
    const question = isProxy && askedByProxy(request.raw, isProxy)
    const { authorization } = request.headers
    const whenGone = (leave: () => void): void => whenEnded(request, reply, leave)
    const asked = { body, query, params, isNavigation, question, authorization, declared: endpoint, whenGone }
    const call = callOf(state, options, asked)
    const result = await options.inFlight.track(() => endpoint.handle(call))
    const { cookies, value } = unwrapped(result, endpoint)
    state.writeCookies(reply, write, cookies)
    if (value instanceof Redirect) {
      if (!endpoint.redirects) throw new Error('an endpoint redirects that does not say so')
      return leadOn(reply, settings, value.location)
    }
    if (value instanceof Verdict) return reply.code(value.status).headers(value.headers).send()
    reply.code(status)
    if (publicForSeconds !== undefined) reply.headers(keptBy(publicForSeconds))
    if (result instanceof Answer && result.fileName !== undefined)
      return asJson(asFile(reply, result.fileName), await textInTurns(endpoint.reply, value))
    if (endpoint.isLines) return sendLines(reply, endpoint.reply, value)
    const shape = shapeReply(endpoint.reply, value)
    return texts && isBare(request) ? asJson(reply, texts.keep(state.caller, JSON.stringify(shape))) : shape
  }

  const readBody = endpoint.body && bodyReader(endpoint.body)
  const readQuery = endpoint.query && queryReader(endpoint.query)
  const handle = (request: FastifyRequest, reply: FastifyReply): unknown => {
    if (readBody) request.body = readBody(request.body)
    if (readQuery) request.query = readQuery(Object(request.query))
    const text = isBare(request) ? texts?.of(request.state.caller) : undefined
    if (text === undefined) return run(request, reply)
    request.state.writeCookies(reply, write, undefined)
    return asJson(reply.code(status), text)
  }
  const route: Route = {
    methods: isProxyQuestion ? PROXIED_METHODS : method === 'GET' && !endpoint.isOneWay ? READ_METHODS : [method],
    path: `~${path}`,
    operation,
    ...senderFacts(endpoint),
    limit: endpoint.limit,
    ...(endpoint.failurePage && { failurePage: endpoint.failurePage }),
    ...(!logsRequests && (!isSafe(method) || log.isLevelEnabled('debug')) && { begin: logsAnswer(operation, endpoint, log) }),
    guard: guards(method, endpoint, options),
    handle,
    atOnce: atOnce(endpoint, texts, options),
  }
  // Envoy appends the path of the request that it asks about to ours.
  return isProxyQuestion ? [route, { ...route, path: `${route.path}/*` }] : [route]
}

/** What the checks ahead of a session have to know. */
function senderFacts(endpoint: AnyEndpoint) {
  const { isForeignForm = false, isOAuth = false, isLoopbackOnly = false, isProxyQuestion = false } = endpoint
  return {
    isForm: isForeignForm || isOAuth,
    isForeignForm,
    isOAuth,
    isForAnyOrigin: isOAuth || endpoint.publicForSeconds !== undefined,
    isLoopbackOnly,
    isProxyQuestion,
    isForKeys: endpoint.scope !== undefined,
    isAskedByServers: endpoint.isAskedByServers === true,
  }
}

const keptBy = (seconds: number): Readonly<Record<string, string>> => ({
  'cache-control': `public, max-age=${seconds}`,
  'cross-origin-resource-policy': 'cross-origin',
})

const logsAnswer = (operation: string, { route }: AnyEndpoint, log: Logger): NonNullable<Route['begin']> => {
  const level = isSafe(splitRoute(route)[0]) ? 'debug' : 'info'
  return ({ id }, { raw }) => {
    const begun = performance.now()
    raw.once('finish', () => {
      const ms = Math.round(performance.now() - begun)
      log[level]({ requestId: id, operation, route, status: raw.statusCode, ms }, 'answered')
    })
  }
}

/** The session, and what the endpoint demands of it; before a body is read. */
function guards<Deps, Caller>(
  method: Method,
  endpoint: AnyEndpoint,
  options: MountOptions<Deps, Caller>,
): NonNullable<Route['guard']> {
  const { settings, csrfKey, depsFor } = options
  const { isForeignForm = false, isOAuth = false, isProxyQuestion = false } = endpoint
  return (request, done) => {
    requireEnabled(endpoint, options)
    if (settings.requireCsrfToken && !isSafe(method) && !isForeignForm && !isOAuth && keyFor(request, endpoint) === undefined)
      checkCsrfToken(request, csrfKey, request.headers['x-csrf-token'])
    // For safe methods Fastify reads no body anyway.
    if (isProxyQuestion || (!endpoint.body && !isSafe(method))) ignoreBody(request)
    request.state.deps = depsFor()
    thenCallback(admitCall(request, endpoint, options), done)
  }
}
