import Fastify from 'fastify'
import { answer } from './helper-loop.mjs'

/** The upper bound of a read: the same JSON, through the same response schema, and nothing else. */
answer(async ({ port, path, schema, body }) => {
  const app = Fastify()
  app.get(path, { schema: { response: { 200: schema } } }, async () => body)
  return { url: await app.listen({ port, host: '127.0.0.1' }) }
})
