import { METHODS } from 'node:http'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import type { Method, Route } from '../kernel/endpoint.ts'

export const splitRoute = (route: Route): readonly [method: Method, path: string] => {
  const space = route.indexOf(' ')
  return [route.slice(0, space) as Method, route.slice(space + 1)]
}

/** What is read may be asked for without its body. As one route: a second one for each would make the start longer. */
export const reading = (): HTTPMethods[] => ['GET', 'HEAD']

/** Whatever method a client may have used towards a proxy that asks us. `TRACE` and `CONNECT` no proxy passes on. */
export function everyMethod(app: FastifyInstance): HTTPMethods[] {
  const all = METHODS.filter((method) => method !== 'TRACE' && method !== 'CONNECT')
  for (const method of all) if (!app.supportedMethods.includes(method as HTTPMethods)) app.addHttpMethod(method)
  return all as HTTPMethods[]
}

/** `/a/{id}` as the router writes it. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** Which methods a path knows, for `Allow` and preflights: the router itself only says that nothing matched. */
export function pathTable(routes: readonly Route[], oneWay: readonly Route[]): (path: string) => readonly string[] {
  const table = routes.map((route) => {
    const [method, path] = splitRoute(route)
    return {
      method,
      hasHead: method === 'GET' && !oneWay.includes(route),
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    }
  })
  return (path) => {
    const found = table.filter(({ pattern }) => pattern.test(path))
    const methods = found.map(({ method }) => method)
    return found.some(({ hasHead }) => hasHead) ? [...methods, 'HEAD'] : methods
  }
}
