import type { IncomingMessage } from 'node:http'
import { bareAddress } from '../kernel/bare-address.ts'
import { memoise } from '../kernel/memoise.ts'
import type { proxyTrust } from './proxy-trust.ts'

const REMEMBERED = 1000
/** Most requests come from few addresses. */
const addressOf = memoise(REMEMBERED, bareAddress)

/** Behind trusted proxies, the rightmost hop that is none of them; where that is no address, the proxy's own. Empty when the client has hung up. */
export function clientAddress({ socket, headers }: IncomingMessage, isProxy: ReturnType<typeof proxyTrust>): string {
  const peer = socket.remoteAddress ?? ''
  const hop = isProxy(peer, 0) ? lastUntrusted(headers['x-forwarded-for'], isProxy) : undefined
  return (hop === undefined ? undefined : addressOf(hop)) ?? addressOf(peer) ?? ''
}

/** The first hop of all where each of them is a proxy; undefined without any. */
function lastUntrusted(header: string | string[] | undefined, isProxy: ReturnType<typeof proxyTrust>): string | undefined {
  if (typeof header !== 'string') return undefined
  let hop: string | undefined
  let at = 1
  for (let end = header.length; end >= 0; ) {
    const comma = end === 0 ? -1 : header.lastIndexOf(',', end - 1)
    const text = header.slice(comma + 1, end).trim()
    end = comma
    if (text === '') continue
    hop = text
    if (!isProxy(hop, at++)) return hop
  }
  return hop
}
