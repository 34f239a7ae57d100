import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Observer, Passage } from '../kernel/observer.ts'

/** What nginx writes when the client hung up before there was an answer. */
const HUNG_UP = 499

/**
 * Shows every request to an observer, from its first check to the end of its answer. The returned function does the same
 * for a request that no hook runs for.
 */
export function watchRequests(
  app: FastifyInstance,
  observer: Observer,
): (request: FastifyRequest, reply: FastifyReply) => Passage {
  const templates = new Map<string, string>()

  const routeOf = (request: FastifyRequest): string => {
    const { url } = request.routeOptions
    if (request.is404 || url === undefined) return 'other'
    let template = templates.get(url)
    if (template === undefined) {
      template = templateOf(url)
      templates.set(url, template)
    }
    return template
  }
  const begin = (request: FastifyRequest, { raw }: FastifyReply): Passage => {
    const { method, headers } = request
    const passage = observer.request({ method, headers, route: routeOf(request) })
    raw.once('close', () => passage.end(raw.writableEnded ? raw.statusCode : HUNG_UP))
    return passage
  }

  app.addHook('onRequest', (request, reply, done) => begin(request, reply).resume(done))
  return begin
}

/** `/a/:id` as the endpoint table writes it. The names of files change with their content, so they share one template. */
const templateOf = (url: string): string => (url.includes('/assets/') ? '/assets/{file}' : url.replace(/:(\w+)/g, '{$1}'))
