import type { FastifyRequest } from 'fastify'
import { type ProxyQuestion, SEVERAL } from '../kernel/proxy-question.ts'
import { countHeader } from './sender-check.ts'

/** A step up in a path. Some proxies resolve it to find out where a request leads, and pass the path on as it came. */
const STEP_UP = /(?:[/\\]|%2f|%5c)(?:\.|%2e){2}(?:[/\\]|%2f|%5c|$)/i

/**
 * A request of a proxy, which describes another one in its headers. It is believed when its own address is one of our proxies', and
 * its path is no client's that the proxy took for another one: the headers would be the client's own as well.
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
