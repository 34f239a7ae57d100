import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Asset } from '../kernel/hosted-page.ts'
import { keptPromise } from '../kernel/kept-promise.ts'
import { READING, type Route } from './route-table.ts'
import { type SharedBody, sendShared, sharedBody } from './shared-body.ts'

/** What is small already: to pack it again takes long, and saves nothing. */
const PACKED_BEFORE = /^image\/(?!svg)/

/** A file that pages load. Its name changes with its content, so it may be kept for ever. */
export function assetRoute({ path, type, content }: Asset): Route {
  const body = keptPromise(
    async (): Promise<SharedBody> => (PACKED_BEFORE.test(type) ? { plain: content, packed: undefined } : sharedBody(content)),
  )
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers({ 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' })
    // Mails show them as well, in whichever house they are read.
    if (type.startsWith('image/')) reply.header('cross-origin-resource-policy', 'cross-origin')
    return sendShared(request, reply, await body())
  }
  return { methods: READING, path, handle }
}

/** Written when it is first asked for. */
export function documentRoute(document: () => Promise<unknown>): Route {
  const body = keptPromise(async () => sharedBody(Buffer.from(JSON.stringify(await document()))))
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendShared(request, reply.type('application/json; charset=utf-8'), await body())
  return { methods: READING, path: '/openapi.json', handle }
}
