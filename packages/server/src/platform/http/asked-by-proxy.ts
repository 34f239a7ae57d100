import type { FastifyRequest } from 'fastify'
import { type ProxyQuestion, SEVERAL } from '../kernel/endpoint.ts'
import { countHeader } from './sender-check.ts'

/** Some proxies resolve `..` to choose a route, and yet pass the path on as it came. */
const STEP_UP = /(?:[/\\]|%2f|%5c)(?:\.|%2e){2}(?:[/\\]|%2f|%5c|$)/i

/**
 * The headers of a proxy's question describe another request. They are trusted only from a proxy's address, and not where the path
 * has a `..`: then the proxy may have let a client's own request through, and the headers are the client's as well.
 */
export const askedByProxy = (
  { raw, headers, socket, url }: FastifyRequest,
  isProxy: (address: string | undefined, at: number) => boolean,
): ProxyQuestion => ({
  isTrusted: isProxy(socket.remoteAddress, 0) && !STEP_UP.test(url.split('?', 1)[0] ?? ''),
  header(name) {
    if (countHeader(raw, name) > 1) return SEVERAL
    const value = headers[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  },
})
