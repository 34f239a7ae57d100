import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isCsrfToken, isSame, newCsrfToken } from '../kernel/csrf.ts'
import { Answer, type AnyEndpoint, type Call } from '../kernel/endpoint.ts'
import { type ErrorCode, Failure, type FailureDetail } from '../kernel/errors.ts'
import type { AppOptions } from './app-options.ts'
import { ignoreBody, readFields, readQuery } from './body.ts'
import type { cookieWriter } from './cookies.ts'
import type { InFlight } from './in-flight.ts'
import { checkOrigin, isSafe } from './origin-check.ts'
import { routerPath, splitRoute } from './path-table.ts'
import { shaped } from './reply-shape.ts'

interface Mounting<Deps, Caller> extends AppOptions<Deps, Caller> {
  readonly isAllowedOrigin: (origin: string) => boolean
  readonly write: ReturnType<typeof cookieWriter>
  readonly inFlight: InFlight
}

const fail = (code: ErrorCode, detail?: FailureDetail) => new Failure(code, detail)

/** One endpoint as a route. The order of checks is the order of this file: origin, session, body, rules. */
export function mountEndpoint<Deps, Caller>(app: FastifyInstance, endpoint: AnyEndpoint, options: Mounting<Deps, Caller>): void {
  const [method, path] = splitRoute(endpoint.route)
  const { settings, csrfKey, write, log } = options
  const status = endpoint.status ?? 200

  const guard = async (request: FastifyRequest): Promise<void> => {
    const { exchange } = request
    if (!isSafe(method)) {
      checkOrigin(request.raw, options.isAllowedOrigin, settings.allowMissingCsrfHeaders)
      if (settings.requireCsrfToken) checkCsrfToken(request, csrfKey)
    }
    const deps = options.depsFor()
    exchange.deps = deps
    if (endpoint.auth === 'session' || endpoint.auth === 'admin') {
      const found = await options.requireSession({ deps, client: exchange.client }, exchange.cookies)
      if ('endsSession' in found) throw fail(endpoint.signedOut ?? 'session_expired', { endsSession: found.endsSession })
      if (found.renewed) exchange.pending = { session: found.renewed }
      exchange.caller = found.caller
      const refusal = endpoint.auth === 'admin' ? options.adminRefusal(deps, found.caller) : undefined
      if (refusal) throw fail(refusal)
    } else if (endpoint.auth === 'optional') {
      exchange.caller = (await options.recognise({ deps, client: exchange.client }, exchange.cookies))?.caller
    }
    if (!endpoint.body) ignoreBody(request)
  }

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { exchange } = request
    const call: Call<Deps, unknown> = {
      body: request.body,
      query: request.query,
      params: request.params,
      caller: exchange.caller,
      client: exchange.client,
      cookies: exchange.cookies,
      deps: exchange.deps as Deps,
      fail,
      newCsrfToken: () => (exchange.csrfToken = newCsrfToken(csrfKey, exchange.cookies.session)),
    }
    const result = await options.inFlight.track(() => endpoint.handle(call as never))
    exchange.writeCookies(reply, write, result instanceof Answer ? result.cookies : undefined)
    reply.code(status)
    const body = result instanceof Answer ? result.body : result
    return endpoint.isHot ? body : shaped(endpoint.reply, body)
  }

  const readInput = async (request: FastifyRequest): Promise<void> => {
    if (endpoint.body) request.body = readFields(endpoint.body, request.body)
    if (endpoint.query) request.query = readQuery(endpoint.query, request.query)
  }
  const logAnswer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    log[isSafe(method) ? 'debug' : 'info'](
      { requestId: request.id, route: endpoint.route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
  }

  app.route({
    method,
    url: routerPath(path),
    schema: endpoint.isHot ? { response: { [status]: endpoint.reply } } : {},
    onRequest: guard,
    ...((endpoint.body || endpoint.query) && { preValidation: readInput }),
    ...((!isSafe(method) || log.isLevelEnabled('debug')) && { onResponse: logAnswer }),
    handler: handle,
  })
}

function checkCsrfToken({ headers, exchange }: FastifyRequest, key: Buffer): void {
  const sent = headers['x-csrf-token']
  const { csrf, session } = exchange.cookies
  const isGood = typeof sent === 'string' && csrf !== undefined && isSame(sent, csrf) && isCsrfToken(key, sent, session)
  if (!isGood) throw new Failure('csrf_token_invalid')
}
