import { METHODS } from 'node:http'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Route as EndpointRoute, Method } from '../kernel/endpoint.ts'
import type { Limit } from '../kernel/endpoint-facts.ts'
import type { AtOnce } from './certain-answer.ts'

export interface Route {
  /** `/a/{id}`, or `/a/*` for all paths below; with `~` in front until it is mounted. */
  readonly path: string
  readonly methods: readonly string[]
  readonly operation?: string
  /** Takes forms instead of JSON. */
  readonly isForm?: boolean
  /** Forms of other sites are accepted. */
  readonly isForeignForm?: boolean
  /** Pages of any origin may call it, because it knows its caller by no cookie. */
  readonly isForAnyOrigin?: boolean
  /** Its failures are written as OAuth writes them. */
  readonly isOAuth?: boolean
  /** Answers 404 unless `Host` names this machine. */
  readonly isLoopbackOnly?: boolean
  /** A proxy asks about another request, and the answer says who sent that. */
  readonly isProxyQuestion?: boolean
  readonly isForKeys?: boolean
  readonly isAskedByServers?: boolean
  /** What is posted stays the text that came. Servers send it, without an origin, and of this machine alone: they are not counted. */
  readonly isReceiver?: boolean
  /** Defaults to `general`. */
  readonly limit?: Limit
  /** Visitors are redirected there when the route fails for the time being. */
  readonly failurePage?: string
  /** Runs before all checks. */
  readonly begin?: (request: FastifyRequest, reply: FastifyReply) => void
  /** Checks the caller before the body is read. */
  readonly guard?: (request: FastifyRequest, done: HookHandlerDoneFunction) => void
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => unknown
  readonly atOnce?: AtOnce | undefined
}

export const splitRoute = (route: EndpointRoute): readonly [method: Method, path: string] => {
  const space = route.indexOf(' ')
  return [route.slice(0, space) as Method, route.slice(space + 1)]
}

export const READ_METHODS: readonly string[] = ['GET', 'HEAD']

/** A proxy asks with the method of its client, and passes neither `TRACE` nor `CONNECT` on. */
export const PROXIED_METHODS: readonly string[] = METHODS.filter((method) => method !== 'TRACE' && method !== 'CONNECT')

type Params = Readonly<Record<string, string>>
type Sought = Pick<FastifyRequest, 'route' | 'url'>

interface Node {
  readonly byName: Map<string, Node>
  /** For a `{name}` in the path. */
  any?: Node
  readonly routes: Route[]
  /** For paths that end with `/*`. */
  readonly below: Route[]
}

/** No id of ours is longer. */
const MAX_PARAM_LENGTH = 100
const NO_PARAMS: Params = {}
const ABSOLUTE = /^https?:\/\/[^/]*/

const newNode = (): Node => ({ byName: new Map(), routes: [], below: [] })
const nameOf = (segment: string): string | undefined => /^\{(\w+)\}$/.exec(segment)?.[1]

/** Filled in a moment, where a framework's router took most of the start; a path without parameters is found by one lookup. */
export class RouteTable {
  readonly #exact = new Map<string, readonly Route[]>()
  readonly #root = newNode()

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const at = this.#nodeAt(route.path)
      const isBelow = route.path.endsWith('/*')
      const list = isBelow ? at.below : at.routes
      if (list.some(({ methods }) => methods.some((method) => route.methods.includes(method))))
        throw new Error(`two routes are at ${route.path}`)
      list.push(route)
      if (!isBelow && !route.path.includes('{')) this.#exact.set(route.path, list)
    }
  }

  find(method: string, target: string): { readonly route: Route; readonly params: Params } | undefined {
    const path = pathOf(target)
    const hasMethod = ({ methods }: Route): boolean => methods.includes(method)
    const exact = this.#exact.get(path)?.find(hasMethod)
    if (exact) return { route: exact, params: NO_PARAMS }
    const segments = segmentsOf(path)
    for (const route of candidates(this.#root, segments))
      if (hasMethod(route)) return { route, params: paramsOf(route, segments) }
    return undefined
  }

  methodsAt(target: string, isListed: (route: Route) => boolean): readonly string[] {
    const methods = new Set<string>()
    for (const route of candidates(this.#root, segmentsOf(pathOf(target))))
      if (isListed(route)) for (const method of route.methods) methods.add(method)
    return [...methods].sort((one, other) => Number(one === 'HEAD') - Number(other === 'HEAD')) // HEAD comes last
  }

  /** So may its preflight be, and what tells that it has another method. */
  isForAnyOrigin(request: Sought): boolean {
    return this.#isOf(request, ({ isForAnyOrigin = false }) => isForAnyOrigin)
  }

  isOAuth(request: Sought): boolean {
    return this.#isOf(request, ({ isOAuth = false }) => isOAuth)
  }

  /** A request of no route is taken for one of those at its address. */
  #isOf({ route, url }: Sought, isSuch: (route: Route) => boolean): boolean {
    return route ? isSuch(route) : this.methodsAt(url, isSuch).length > 0
  }

  #nodeAt(path: string): Node {
    let node = this.#root
    for (const segment of path.replace(/\/\*$/, '').split('/').slice(1)) {
      const isNamed = nameOf(segment) !== undefined
      const next = (isNamed ? node.any : node.byName.get(segment)) ?? newNode()
      if (isNamed) node.any = next
      else node.byName.set(segment, next)
      node = next
    }
    return node
  }
}

/** The nearest route comes first: a literal segment goes before a parameter. */
function* candidates(node: Node, segments: readonly string[], at = 0): Generator<Route> {
  const segment = segments[at]
  if (segment === undefined) return yield* node.routes
  const named = node.byName.get(segment)
  if (named) yield* candidates(named, segments, at + 1)
  if (node.any && segment.length <= MAX_PARAM_LENGTH) yield* candidates(node.any, segments, at + 1)
  yield* node.below
}

/** A proxy may send an absolute URL as the target. */
function pathOf(target: string): string {
  const path = target.startsWith('/') ? target : target.replace(ABSOLUTE, '')
  const end = path.search(/[?#]/)
  return end < 0 ? path : path.slice(0, end)
}

/** Matches no route: for a path that begins without a slash, or cannot be decoded. */
const NOWHERE: readonly string[] = ['/']

function segmentsOf(path: string): readonly string[] {
  if (!path.startsWith('/')) return NOWHERE
  const segments = path.slice(1).split('/')
  if (!path.includes('%')) return segments
  try {
    return segments.map(decodeURIComponent)
  } catch {
    return NOWHERE
  }
}

function paramsOf({ path }: Route, segments: readonly string[]): Params {
  const params: Record<string, string> = {}
  for (const [at, segment] of path.split('/').slice(1).entries()) {
    const name = nameOf(segment)
    if (name !== undefined) params[name] = segments[at] ?? ''
  }
  return params
}
