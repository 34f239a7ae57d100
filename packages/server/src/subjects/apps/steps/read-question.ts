import { type ProxyQuestion, SEVERAL } from '../../../platform/kernel/endpoint.ts'
import type { ForwardApp } from '../forward-app.ts'

export interface ForwardRequest {
  readonly app: ForwardApp
  /** Path, query and fragment of the page that is wanted, and perhaps nothing. */
  readonly rest: string
  /** nginx passes no redirect of ours on to the visitor: it only admits or refuses. */
  readonly isAskedByNginx: boolean
  /** A request that writes, or opens a socket, must come from a page of the application itself. */
  readonly isRead: boolean
}

const SAFE: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS'])
const PROTO = /^(?:http|ws)s?$/i
/** No user before the host, no list, and no characters that a parser would turn into another name. */
const HOST = /^[\w.:[\]-]+$/
const ADDRESS = /^([a-z]+):\/\/([^/?#]+)((?:[/?#]\S*)?)$/i
const SOCKET = /^ws/i

/**
 * Undefined when the application is none of ours, or when there is any doubt: headers of a stranger, lists, two headers that
 * contradict each other. Hosts are compared as they came, but for upper case: a parser might turn another host into one of ours.
 */
export function readQuestion(apps: readonly ForwardApp[], question: ProxyQuestion): ForwardRequest | undefined {
  if (!question.isTrusted || question.header('host') === SEVERAL) return undefined
  const original = question.header('x-original-url')
  const [proto, host] = [question.header('x-forwarded-proto'), question.header('x-forwarded-host')]
  const parts =
    original === undefined ? [proto, host, question.header('x-forwarded-uri') ?? '/'] : ADDRESS.exec(original)?.slice(1)
  const [scheme = '', name = '', rest = ''] = parts ?? []
  const origin = originOf(scheme, name)
  const app = apps.find((one) => one.origin === origin)
  // Where the proxy tells the address twice, both must agree.
  if (!app || originOf(proto ?? scheme, host ?? name) !== origin) return undefined
  if (!/^(?:[/?#]|$)/.test(rest)) return undefined
  const isSocket = [scheme, proto ?? ''].some((text) => SOCKET.test(text))
  return { app, rest, isAskedByNginx: original !== undefined, isRead: !isSocket && isRead(question) }
}

/** A socket has the origin of the pages that open it. */
const originOf = (proto: string, host: string): string | undefined =>
  PROTO.test(proto) && HOST.test(host) ? `${proto.replace(SOCKET, 'http')}://${host}`.toLowerCase() : undefined

function isRead(question: ProxyQuestion): boolean {
  const methods = ['x-original-method', 'x-forwarded-method'].flatMap((name) => question.header(name) ?? [])
  const isSocket = ['sec-websocket-key', 'upgrade'].some((name) => question.header(name) !== undefined)
  return !isSocket && methods.length > 0 && methods.every((method) => SAFE.has(method))
}
