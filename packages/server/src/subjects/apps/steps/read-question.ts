import { type ProxyQuestion, SEVERAL } from '../../../platform/kernel/proxy-question.ts'
import type { ForwardApp } from '../forward-app.ts'

/** What a visitor wants of an application, as far as the proxy in front of it can tell. */
export interface AskedPage {
  readonly app: ForwardApp
  readonly url: URL
  /** A proxy that cannot send people elsewhere with what we answer, but only refuse or admit. */
  readonly isAskedByNginx: boolean
  /** It reads, and no socket is opened. All others must come from a page of the application itself. */
  readonly isRead: boolean
}

const SAFE: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS'])
const PROTO = /^(?:http|ws)s?$/i
/** As text: nothing in front of the host, no list, and nothing that a parser would first have to make a name of. */
const HOST = /^[\w.:[\]-]+$/
const ADDRESS = /^([a-z]+):\/\/([^/?#]+)((?:[/?#]\S*)?)$/i
const SOCKET = /^ws/i

/**
 * Which application a proxy asks about. Undefined when it is none of ours, or when there is any doubt: headers of a stranger, lists,
 * two ways to say it that differ. Names are compared as they came, but for upper case: what a parser makes of another name, the
 * application that the proxy leads to does not.
 */
export function readQuestion(apps: readonly ForwardApp[], question: ProxyQuestion): AskedPage | undefined {
  if (!question.isTrusted || question.header('host') === SEVERAL) return undefined
  const original = question.header('x-original-url')
  const [proto, host] = [question.header('x-forwarded-proto'), question.header('x-forwarded-host')]
  const said =
    original === undefined ? [proto, host, question.header('x-forwarded-uri') ?? '/'] : ADDRESS.exec(original)?.slice(1)
  const [scheme = '', name = '', rest = ''] = said ?? []
  const origin = originOf(scheme, name)
  const app = apps.find((one) => one.origin === origin)
  // What else was said of the address says the same.
  if (!app || originOf(proto ?? scheme, host ?? name) !== origin) return undefined
  if (!/^(?:[/?#]|$)/.test(rest) || !URL.canParse(app.origin + rest)) return undefined
  const isSocket = [scheme, proto ?? ''].some((text) => SOCKET.test(text))
  const url = new URL(app.origin + rest)
  return { app, url, isAskedByNginx: original !== undefined, isRead: !isSocket && isRead(question) }
}

/** In lower case, and of a socket that of the pages which open it. */
const originOf = (proto: string, host: string): string | undefined =>
  PROTO.test(proto) && HOST.test(host) ? `${proto.replace(SOCKET, 'http')}://${host}`.toLowerCase() : undefined

function isRead(question: ProxyQuestion): boolean {
  const methods = ['x-original-method', 'x-forwarded-method']
    .map((name) => question.header(name))
    .filter((one) => one !== undefined)
  const isSocket = ['sec-websocket-key', 'upgrade'].some((name) => question.header(name) !== undefined)
  return !isSocket && methods.length > 0 && methods.every((method) => SAFE.has(method))
}
