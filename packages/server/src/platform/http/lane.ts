import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AppOptions, CallersInMemory } from './app-options.ts'
import type { AtOnce, CertainAnswer } from './certain-answer.ts'
import { hostRefusal } from './host-check.ts'
import { requestReaders } from './request-state.ts'
import type { Route } from './route-table.ts'

type Options<Caller> = Pick<
  AppOptions<unknown, Caller>,
  'settings' | 'log' | 'logsRequests' | 'observer' | 'countAtOnce' | 'sessionOf'
> & {
  readonly inMemory: CallersInMemory<Caller> | undefined
  readonly routes: readonly Route[]
  /** Sent with every answer. */
  readonly headers: Readonly<Record<string, string>>
  readonly newRequestId: () => string
}

type QuickRoute = Route & { readonly atOnce: AtOnce }

interface Waiting {
  readonly route: QuickRoute
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly arrivedAt: number
}

/** Some milliseconds of work, after which others have their turn. */
const MOST_AT_ONCE = 500

const METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD'])

/**
 * Answers session checks ahead of the framework, which costs more than all the rest of a check. Requests that the event loop reads in
 * one turn are answered together at its end: one question whether the cached sessions are current serves them all, and it is asked
 * after the last of them has arrived. Whatever is not certain is handed on as it came: nothing is refused, renewed or looked up here.
 */
export function lane<Caller>(options: Options<Caller>): (handle: RequestListener) => RequestListener {
  const { inMemory, routes, observer, log, logsRequests } = options
  // A trace follows each request from its beginning, and such a log has a line for each.
  const isFollowed = (observer && !observer.answeredAtOnce) || logsRequests || log.isLevelEnabled('debug')
  if (!inMemory || isFollowed) return (handle) => handle
  const byPath = new Map(routes.filter(isQuick).map((route) => [route.path, route]))
  const answered = answers(options, inMemory)

  return (handle) => {
    const waiting: Waiting[] = []
    const answerSome = (): void => {
      const turn = waiting.splice(0, MOST_AT_ONCE)
      if (waiting.length > 0) setImmediate(answerSome)
      const isCurrent = inMemory.isCurrent()
      for (const one of turn) if (!(isCurrent && tried(answered, one))) handle(one.request, one.response)
    }
    return (request, response) => {
      const route = byPath.get(request.url ?? '')
      if (!route || !isPlainRead(request, route)) return handle(request, response)
      if (waiting.length === 0) setImmediate(answerSome)
      waiting.push({ route, request, response, arrivedAt: performance.now() })
    }
  }
}

/** An error here would end the process. The framework meets it again, answers it and logs it. */
function tried(answered: (one: Waiting) => boolean, one: Waiting): boolean {
  try {
    return answered(one)
  } catch {
    return one.response.headersSent
  }
}

const isQuick = (route: Route): route is QuickRoute => route.atOnce !== undefined

/** No body, nothing of CORS, and nothing that the checks before a session would look at twice. */
function isPlainRead(request: IncomingMessage, { isProxyQuestion = false }: Route): boolean {
  if (!METHODS.has(request.method)) return false
  const { headers } = request
  if (headers.origin !== undefined || headers.expect !== undefined || headers.cookie === undefined) return false
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false
  // What a proxy asks about has come to another host, from wherever.
  return isProxyQuestion || (headers['sec-fetch-site'] !== 'cross-site' && !hostRefusal(request))
}

/** True where the request was answered; otherwise nothing has happened. */
function answers<Caller>(
  { settings, headers, newRequestId, observer, countAtOnce, sessionOf }: Options<Caller>,
  { find }: CallersInMemory<Caller>,
): (one: Waiting) => boolean {
  const read = requestReaders(settings)
  const common = [...Object.entries(headers).flat(), 'x-request-id']
  const heads = new WeakMap<CertainAnswer, string[]>()

  /** Made once for each caller, but for the id of the request. */
  function headOf(answer: CertainAnswer): string[] {
    const known = heads.get(answer)
    const head = known ?? [...common, '', ...answer.headers]
    if (!known) heads.set(answer, head)
    head[common.length] = newRequestId()
    return head
  }

  return ({ route, request, response, arrivedAt }) => {
    // The client has hung up, or was told that this is the last answer of its connection.
    if (response.destroyed || response.hasHeader('connection')) return false
    const cookies = read.cookies(request.headers.cookie)
    const certain = cookies.isDoubled ? undefined : route.atOnce({ request, cookies, find })
    if (!certain) return false
    const isBySession = route.isProxyQuestion || (route.isAskedByServers && cookies.device === undefined)
    const client = { ip: isBySession ? '' : read.address(request), device: cookies.device }
    if (!countAtOnce(isBySession ? 'forward' : 'general', client, sessionOf(certain.caller as Caller))) return false
    response.writeHead(200, headOf(certain))
    send(response, certain.body)
    observer?.answeredAtOnce?.({ method: request.method ?? '', route: route.path }, (performance.now() - arrivedAt) / 1000)
    return true
  }
}

/** As `end(body)`, which makes the system gather two pieces, of which the second is empty, where one costs less. */
function send(response: ServerResponse, body: string): void {
  const { socket } = response
  if (body === '' || !socket) return void response.end(body)
  socket.cork()
  response.write(body)
  socket.uncork()
  response.end()
}
