import { METHODS } from 'node:http'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Route as EndpointRoute, Method } from '../kernel/endpoint.ts'
import type { Limit } from '../kernel/endpoint-facts.ts'

/** What is asked of a request, and what answers it. */
export interface Route {
  /** `/a/{id}`, or `/a/*` for all that lies below. */
  readonly path: string
  readonly methods: readonly string[]
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
  /** Comes before all checks. */
  readonly begin?: (request: FastifyRequest, reply: FastifyReply) => void
  /** Looks at the caller, before a body is read. */
  readonly guard?: (request: FastifyRequest, done: HookHandlerDoneFunction) => void
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => unknown
}

export const splitRoute = (route: EndpointRoute): readonly [method: Method, path: string] => {
  const space = route.indexOf(' ')
  return [route.slice(0, space) as Method, route.slice(space + 1)]
}

/** What is read may be asked for without its body. */
export const READING: readonly string[] = ['GET', 'HEAD']

/** Whatever method a client may have used towards a proxy that asks us. `TRACE` and `CONNECT` no proxy passes on. */
export const PROXIED: readonly string[] = METHODS.filter((method) => method !== 'TRACE' && method !== 'CONNECT')

type Params = Readonly<Record<string, string>>

interface MatchedRoute {
  readonly route: Route
  readonly params: Params
}

interface Node {
  readonly byName: Map<string, Node>
  /** Where any name leads. */
  any?: Node
  readonly routes: Route[]
  /** For whatever lies below. */
  readonly below: Route[]
}

/** A longer name is none that we gave. */
const MAX_PARAM_LENGTH = 100
const NO_PARAMS: Params = {}
const ABSOLUTE = /^https?:\/\/[^/]*/

const newNode = (): Node => ({ byName: new Map(), routes: [], below: [] })
const nameOf = (segment: string): string | undefined => /^\{(\w+)\}$/.exec(segment)?.[1]

/**
 * Every route by its path. It is filled in a moment, where a framework's router would take most of a start, and a path without names
 * is found by one look.
 */
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

  find(method: string, target: string): MatchedRoute | undefined {
    const path = pathOf(target)
    const isMeant = ({ methods }: Route): boolean => methods.includes(method)
    const exact = this.#exact.get(path)?.find(isMeant)
    if (exact) return { route: exact, params: NO_PARAMS }
    const segments = segmentsOf(path)
    for (const route of candidates(this.#root, segments)) if (isMeant(route)) return { route, params: paramsOf(route, segments) }
    return undefined
  }

  /** What a path can be asked by, for `Allow` and preflights. */
  methodsAt(target: string, isListed: (route: Route) => boolean): readonly string[] {
    const methods = new Set<string>()
    for (const route of candidates(this.#root, segmentsOf(pathOf(target))))
      if (isListed(route)) for (const method of route.methods) methods.add(method)
    return [...methods].sort((one, other) => Number(one === 'HEAD') - Number(other === 'HEAD')) // it only comes along
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

/** The routes whose path fits, the nearest first: a name of ours goes before one that stands for any. */
function* candidates(node: Node, segments: readonly string[], at = 0): Generator<Route> {
  const segment = segments[at]
  if (segment === undefined) {
    yield* node.routes
    return
  }
  const named = node.byName.get(segment)
  if (named) yield* candidates(named, segments, at + 1)
  if (node.any && segment.length <= MAX_PARAM_LENGTH) yield* candidates(node.any, segments, at + 1)
  yield* node.below
}

/** The path of a request's target, which a proxy may have written with its host. */
function pathOf(target: string): string {
  const path = target.startsWith('/') ? target : target.replace(ABSOLUTE, '')
  const end = path.search(/[?#]/)
  return end < 0 ? path : path.slice(0, end)
}

/** Leads nowhere: a path that begins without a slash, or cannot be decoded. */
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
