import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { Asset } from '../kernel/hosted-page.ts'
import { once } from '../kernel/once.ts'

/** The files that pages load. Their names change with their content, so they may be kept for ever. */
export function mountAssets(app: FastifyInstance, assets: readonly Asset[]): void {
  for (const { path, type, content } of assets) {
    const packed = once(() => gzipSync(content, { level: 9 }))
    app.get(path, async (request, reply) => {
      reply.headers({ 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' })
      if (!request.headers['accept-encoding']?.includes('gzip')) return reply.send(content)
      return reply.header('content-encoding', 'gzip').send(packed())
    })
  }
}

/** Written once, so that answers which wait to be read are all the same bytes. */
export function mountDocument(app: FastifyInstance, document: () => unknown): void {
  const content = once(() => Buffer.from(JSON.stringify(document())))
  app.get('/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(content()))
}
