import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../kernel/errors.ts'
import type { Page, PageRequest } from '../kernel/page.ts'
import type { InFlight } from './in-flight.ts'
import { reading, routerPath } from './path-table.ts'
import { pageHeaders } from './security-headers.ts'
import { sendPage } from './send-page.ts'

interface Mounting<Deps> {
  readonly depsFor: () => Deps
  readonly inFlight: InFlight
}

/** One page as a route. Pages only show: they read no body and know no session. */
export function mountPage<Deps>(app: FastifyInstance, page: Page<Deps>, { depsFor, inFlight }: Mounting<Deps>): void {
  const config = { isLoopbackOnly: page.isLoopbackOnly ?? false }
  const show = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { params, query } = request as PageRequest
    const document = await inFlight.track(() => page.render({ params, query }, depsFor()))
    if (!document) throw new Failure('not_found')
    return sendPage(request, reply.headers(pageHeaders(document)), document.html)
  }
  app.route({ method: reading(), url: routerPath(page.path), config, handler: show })
}
