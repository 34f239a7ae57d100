import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Asset } from '../kernel/hosted-page.ts'
import { keptPromise } from '../kernel/kept-promise.ts'
import { reading } from './path-table.ts'
import { type SharedBody, sendShared, sharedBody } from './shared-body.ts'

/** What is small already: to pack it again takes long, and saves nothing. */
const PACKED_BEFORE = /^image\/(?!svg)/

/** The files that pages load. Their names change with their content, so they may be kept for ever. */
export function mountAssets(app: FastifyInstance, assets: readonly Asset[]): void {
  for (const { path, type, content } of assets) {
    const body = keptPromise(
      async (): Promise<SharedBody> => (PACKED_BEFORE.test(type) ? { plain: content, packed: undefined } : sharedBody(content)),
    )
    const send = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      reply.headers({ 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' })
      // Mails show them as well, in whichever house they are read.
      if (type.startsWith('image/')) reply.header('cross-origin-resource-policy', 'cross-origin')
      return sendShared(request, reply, await body())
    }
    app.route({ method: reading(), url: path, handler: send })
  }
}

/** Written when it is first asked for. */
export function mountDocument(app: FastifyInstance, document: () => Promise<unknown>): void {
  const body = keptPromise(async () => sharedBody(Buffer.from(JSON.stringify(await document()))))
  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendShared(request, reply.type('application/json; charset=utf-8'), await body())
  app.route({ method: reading(), url: '/openapi.json', handler: send })
}
