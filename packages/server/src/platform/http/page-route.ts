import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../kernel/errors.ts'
import { keptPromise } from '../kernel/kept-promise.ts'
import type { HtmlDocument, Page, PageRequest } from '../kernel/page.ts'
import type { MountOptions } from './mount-options.ts'
import { READING, type Route } from './route-table.ts'
import { pageHeaders } from './security-headers.ts'
import { sendPage } from './send-page.ts'
import { sendShared, sharedBody } from './shared-body.ts'

/** One page as a route. Pages only show: they read no body and know no session. */
export function pageRoute<Deps>(
  page: Page<Deps>,
  { depsFor, inFlight }: Pick<MountOptions<Deps, unknown>, 'depsFor' | 'inFlight'>,
): Route {
  const { path, isLoopbackOnly = false } = page
  const render = async ({ params, query }: PageRequest): Promise<HtmlDocument> => {
    const document = await inFlight.track(() => page.render({ params, query }, depsFor()))
    if (!document) throw new Failure('not_found')
    return document
  }
  const show = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const document = await render(request as PageRequest)
    return sendPage(request, reply.headers(pageHeaders(document)), document.html)
  }
  const made = keptPromise(async () => {
    const document = await render({ params: {}, query: {} })
    return { headers: pageHeaders(document), body: await sharedBody(Buffer.from(document.html)) }
  })
  const showSame = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { headers, body } = await made()
    return sendShared(request, reply.headers(headers), body)
  }
  return { methods: READING, path, isLoopbackOnly, handle: page.isSameForAll ? showSame : show }
}
