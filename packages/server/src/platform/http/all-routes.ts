import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../kernel/errors.ts'
import type { Asset } from '../kernel/hosted-page.ts'
import { keptPromise } from '../kernel/kept-promise.ts'
import { type Mount, servedHtml, servedPath } from '../kernel/own-path.ts'
import type { HtmlDocument, Page, PageRequest } from '../kernel/page.ts'
import type { Receiver } from '../kernel/receiver.ts'
import { endpointRoutes } from './endpoint-route.ts'
import { hostedPageRoutes } from './hosted-page-routes.ts'
import type { MountOptions } from './mount-options.ts'
import { READ_METHODS, type Route } from './route-table.ts'
import { pageHeaders } from './security-headers.ts'
import { sendPage } from './send-page.ts'
import { type SharedBody, sendShared, sharedBody } from './shared-body.ts'

export const allRoutes = <Deps, Caller>(options: MountOptions<Deps, Caller>): readonly Route[] =>
  [
    ...Object.entries(options.endpoints).flatMap((endpoint) => endpointRoutes(endpoint, options)),
    documentRoute(options.openApi),
    ...options.assets.map(assetRoute),
    ...options.hostedPages.flatMap((page) => hostedPageRoutes(page, options)),
    ...options.pages.map((page) => pageRoute(page, options)),
    ...options.receivers.map((receiver) => receiverRoute(receiver, options)),
  ].flatMap((route) => mounted(route, options.settings))

/** A base path is typed without the slash, too. */
function mounted(route: Route, at: Mount): readonly Route[] {
  const path = servedPath(at, route.path)
  return path === `${at.basePath}/` && path !== '/'
    ? [
        { ...route, path },
        { ...route, path: at.basePath },
      ]
    : [{ ...route, path }]
}

/** Compressed already: compressing again takes long and saves nothing. */
const PACKED_BEFORE = /^image\/(?!svg)/

/** The name of an asset changes with its content, so browsers may keep it for ever. */
function assetRoute({ path, type, content }: Asset): Route {
  const body = keptPromise(
    async (): Promise<SharedBody> => (PACKED_BEFORE.test(type) ? { plain: content, packed: undefined } : sharedBody(content)),
  )
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers({ 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' })
    // Mails show images as well, on other origins.
    if (type.startsWith('image/')) reply.header('cross-origin-resource-policy', 'cross-origin')
    return sendShared(request, reply, await body())
  }
  return { methods: READ_METHODS, path, handle }
}

function documentRoute(document: () => Promise<unknown>): Route {
  const body = keptPromise(async () => sharedBody(Buffer.from(JSON.stringify(await document()))))
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendShared(request, reply.type('application/json; charset=utf-8'), await body())
  return { methods: READ_METHODS, path: '~/openapi.json', handle }
}

/** Such a page reads no body and knows no session. */
function pageRoute<Deps, Caller>(page: Page<Deps>, { depsFor, inFlight, settings }: MountOptions<Deps, Caller>): Route {
  const render = async ({ params, query }: PageRequest): Promise<HtmlDocument> => {
    const document = await inFlight.track(() => page.render({ params, query }, depsFor()))
    if (!document) throw new Failure('not_found')
    return 'isForeign' in document ? document : { ...document, html: servedHtml(settings, document.html) }
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
  const { path, isLoopbackOnly = false } = page
  return { methods: READ_METHODS, path, isLoopbackOnly, handle: page.isSameForAll ? showSame : show }
}

function receiverRoute<Deps, Caller>(receiver: Receiver<Deps>, { depsFor, inFlight }: MountOptions<Deps, Caller>): Route {
  const handle = async ({ headers, body }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (typeof body !== 'string') throw new Failure('invalid_json')
    await inFlight.track(() => receiver.receive({ headers, body }, depsFor()))
    return reply.code(204).send()
  }
  return { methods: ['POST'], path: receiver.path, isLoopbackOnly: true, isReceiver: true, handle }
}
