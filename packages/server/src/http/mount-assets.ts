import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Asset } from '../kernel/hosted-page.ts'
import { once } from '../kernel/once.ts'
import { reading } from './path-table.ts'

/** The files that pages load. Their names change with their content, so they may be kept for ever. */
export function mountAssets(app: FastifyInstance, assets: readonly Asset[]): void {
  for (const { path, type, content } of assets) {
    const packed = once(() => gzipSync(content, { level: 9 }))
    const send = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      reply.headers({ 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' })
      // Mails show them as well, in whichever house they are read.
      if (type.startsWith('image/')) reply.header('cross-origin-resource-policy', 'cross-origin')
      if (!request.headers['accept-encoding']?.includes('gzip')) return reply.send(content)
      return reply.header('content-encoding', 'gzip').send(packed())
    }
    app.route({ method: reading(), url: path, handler: send })
  }
}

/** Written once, so that answers which wait to be read are all the same bytes. */
export function mountDocument(app: FastifyInstance, document: () => unknown): void {
  const content = once(() => Buffer.from(JSON.stringify(document())))
  const send = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    reply.type('application/json; charset=utf-8').send(content())
  app.route({ method: reading(), url: '/openapi.json', handler: send })
}
