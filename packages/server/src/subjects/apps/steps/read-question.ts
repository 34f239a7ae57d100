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

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
/** No user before the host, no list, and no characters that a parser would turn into another name. */
const ORIGIN = /^(?:http|ws)s?:\/\/[\w.:[\]-]+$/i
const ADDRESS = /^([a-z]+:\/\/[^/?#]+)((?:[/?#]\S*)?)$/i
const SOCKET = /^ws/i
const BEGINNING = /^(?:[/?#]|$)/

/**
 * Undefined when the application is none of ours, or when there is any doubt: headers of a stranger, lists, two headers that
 * contradict each other. Hosts are compared as they came, but for upper case: a parser might turn another host into one of ours.
 */
export function readQuestion(apps: readonly ForwardApp[], question: ProxyQuestion): ForwardRequest | undefined {
  if (!question.isTrusted || question.header('host') === SEVERAL) return undefined
  const original = question.header('x-original-url')
  const [proto, host] = [question.header('x-forwarded-proto'), question.header('x-forwarded-host')]
  const isAskedByNginx = original !== undefined
  const parts = isAskedByNginx ? ADDRESS.exec(original) : ['', `${proto}://${host}`, question.header('x-forwarded-uri') ?? '/']
  const [, address = '', rest = ''] = parts ?? []
  const origin = originIn(address)
  const app = apps.find((one) => one.origin === origin)
  if (!app || !BEGINNING.test(rest)) return undefined
  if (isAskedByNginx && !isToldAgain(address, proto, host)) return undefined
  const isSocket = SOCKET.test(address) || (proto !== undefined && SOCKET.test(proto))
  return { app, rest, isAskedByNginx, isRead: !isSocket && isRead(question) }
}

/** A socket has the origin of the pages that open it. */
const originIn = (address: string): string | undefined =>
  ORIGIN.test(address) ? address.replace(SOCKET, 'http').toLowerCase() : undefined

/** Where the proxy tells the address a second time, in parts, both must agree. */
function isToldAgain(address: string, proto: string | undefined, host: string | undefined): boolean {
  if (proto === undefined && host === undefined) return true
  const [scheme, name] = address.split('://')
  return originIn(`${proto ?? scheme}://${host ?? name}`) === originIn(address)
}

function isRead(question: ProxyQuestion): boolean {
  if (question.header('sec-websocket-key') !== undefined || question.header('upgrade') !== undefined) return false
  const [original, forwarded] = [question.header('x-original-method'), question.header('x-forwarded-method')]
  const method = original ?? forwarded
  return method !== undefined && SAFE.has(method) && SAFE.has(forwarded ?? method)
}
