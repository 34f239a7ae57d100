import type { ForwardApp } from '../../kernel/forward-app.ts'
import { type ProxyQuestion, SEVERAL } from '../../kernel/proxy-question.ts'

/** What a visitor wants of an application, as far as the proxy in front of it can tell. */
export interface Wanted {
  readonly app: ForwardApp
  readonly url: URL
  /** A proxy that cannot send people elsewhere with what we answer, but only refuse or admit. */
  readonly isAskedByNginx: boolean
  /** It reads, and no socket is opened. All others must come from a page of the application itself. */
  readonly isRead: boolean
}

const SAFE: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS'])
const HOST = /^[^\s,/\\?#@]+$/
/** Nothing in front of the host, no spaces, as there are in a list, and nothing that browsers and parsers read in different ways. */
const ADDRESS = /^(?:https?|wss?):\/\/[^\s,/\\?#@]+(?:[/?#]\S*)?$/i
const SOCKET = /^ws/i

/**
 * Which application a proxy asks about. Undefined when it is none of ours, or when there is any doubt: headers of a stranger, lists,
 * two ways to say it that differ.
 */
export function readQuestion(apps: readonly ForwardApp[], question: ProxyQuestion): Wanted | undefined {
  if (!question.isTrusted || question.header('host') === SEVERAL) return undefined
  const original = question.header('x-original-url')
  const proto = question.header('x-forwarded-proto')
  const address = original ?? forwardedAddress(proto, question)
  if (address === undefined || !ADDRESS.test(address) || !URL.canParse(address)) return undefined
  const url = new URL(address.replace(SOCKET, 'http'))
  if (original !== undefined && !agrees(url, proto, question.header('x-forwarded-host'))) return undefined
  const app = apps.find(({ origin }) => origin === url.origin)
  if (!app) return undefined
  const isSocket = [address, proto ?? ''].some((text) => SOCKET.test(text))
  return { app, url, isAskedByNginx: original !== undefined, isRead: !isSocket && isRead(question) }
}

function forwardedAddress(proto: string | undefined, question: ProxyQuestion): string | undefined {
  const host = question.header('x-forwarded-host')
  if (proto === undefined || host === undefined || !HOST.test(host)) return undefined
  const uri = question.header('x-forwarded-uri') ?? '/'
  return uri.startsWith('/') ? `${proto}://${host}${uri}` : undefined
}

/** Whether what else was said of the address says the same. */
function agrees(url: URL, proto: string | undefined, host: string | undefined): boolean {
  const said = `${proto?.replace(SOCKET, 'http') ?? url.protocol.slice(0, -1)}://${host ?? url.host}`
  return ADDRESS.test(said) && URL.canParse(said) && new URL(said).origin === url.origin
}

function isRead(question: ProxyQuestion): boolean {
  const methods = ['x-original-method', 'x-forwarded-method']
    .map((name) => question.header(name))
    .filter((one) => one !== undefined)
  const isSocket = ['sec-websocket-key', 'upgrade'].some((name) => question.header(name) !== undefined)
  return !isSocket && methods.length > 0 && methods.every((method) => SAFE.has(method))
}
