import type { IncomingMessage } from 'node:http'
import { type ProxyQuestion, SEVERAL } from '../kernel/endpoint.ts'
import { countHeader } from './sender-check.ts'

/** Some proxies resolve `..` to choose a route, and yet pass the path on as it came. */
const STEP_UP = /(?:[/\\]|%2f|%5c)(?:\.|%2e){2}(?:[/\\]|%2f|%5c|$)/i

const PLAIN = /^[\w/-]*$/

const stepsUp = (url: string): boolean => !PLAIN.test(url) && STEP_UP.test(url.split('?', 1)[0] ?? '')

/**
 * The headers of a proxy's question describe another request. They are trusted only from a proxy's address, and not where the path
 * has a `..`: then the proxy may have let a client's own request through, and the headers are the client's as well.
 */
export const askedByProxy = (
  request: IncomingMessage,
  isProxy: (address: string | undefined, at: number) => boolean,
): ProxyQuestion => ({
  isTrusted: isProxy(request.socket.remoteAddress, 0) && !stepsUp(request.url ?? ''),
  header(name) {
    const value = request.headers[name]
    // A header that is absent came no second time.
    if (value !== undefined && countHeader(request, name) > 1) return SEVERAL
    return typeof value === 'string' && value !== '' ? value : undefined
  },
})
