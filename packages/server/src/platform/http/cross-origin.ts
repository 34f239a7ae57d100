import type { FastifyReply, FastifyRequest } from 'fastify'

/** CORS with credentials, for exactly the origins that pass the origin check. */
export function allowCrossOrigin(request: FastifyRequest, reply: FastifyReply, isAllowed: (origin: string) => boolean): void {
  const { origin } = request.headers
  if (origin === undefined) return
  reply.header('vary', 'Origin')
  if (!isAllowed(origin)) return
  reply.headers({ 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' })
  if (request.method === 'OPTIONS')
    reply.headers({ 'access-control-allow-headers': 'Content-Type, X-CSRF-Token', 'access-control-max-age': '600' })
  else reply.header('access-control-expose-headers', 'Retry-After, X-Request-Id')
}
