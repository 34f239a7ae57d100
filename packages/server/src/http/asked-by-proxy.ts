import type { FastifyRequest } from 'fastify'
import type { ProxyQuestion } from '../kernel/proxy-question.ts'
import { SEVERAL } from '../kernel/proxy-question.ts'
import { countHeader } from './sender-check.ts'

/** A request of a proxy, which describes another one in its headers. It is believed when its own address is one of our proxies'. */
export const askedByProxy = (
  { raw, headers, socket }: FastifyRequest,
  isProxy: (address: string | undefined, at: number) => boolean,
): ProxyQuestion => ({
  isTrusted: isProxy(socket.remoteAddress, 0),
  header(name) {
    if (countHeader(raw, name) > 1) return SEVERAL
    const value = headers[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  },
})
