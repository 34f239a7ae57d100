import type { FastifyReply, FastifyRequest } from 'fastify'

/** CORS with credentials, for exactly the origins that pass the origin check. */
export function allowCrossOrigin(request: FastifyRequest, reply: FastifyReply, isAllowed: (origin: string) => boolean): void {
  const { origin } = request.headers
  if (origin === undefined) return
  reply.header('vary', 'Origin')
  if (!isAllowed(origin)) return
  reply.headers({ 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' })
  allowHeaders(request, reply, 'Content-Type, X-CSRF-Token')
}

/** CORS without credentials, for routes that know their caller by no cookie. */
export function allowAnyOrigin(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*')
  allowHeaders(request, reply, 'Authorization, Content-Type')
}

function allowHeaders({ method }: FastifyRequest, reply: FastifyReply, allowed: string): void {
  if (method === 'OPTIONS') reply.headers({ 'access-control-allow-headers': allowed, 'access-control-max-age': '600' })
  else reply.header('access-control-expose-headers', 'Retry-After, WWW-Authenticate, X-Request-Id')
}
