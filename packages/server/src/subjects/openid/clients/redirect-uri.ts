import type { OidcClient } from '../tables/clients.ts'
import type { ClientKind } from './client.ts'
import type { ProblemCode } from './problems.ts'

export const MOST_URIS = 20
const LONGEST_URI = 1000

const LOOPBACK_LITERAL = /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?=[/?]|$)/
const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * Schemes of native applications are names of domains turned round (RFC 8252, 7.1 and 8.4). With the dot that this demands, none is left
 * that a browser runs by itself: `javascript`, `data`, `vbscript`, `file`, `blob`, `about`, `view-source`.
 */
const OWN_SCHEME = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/

/** Of an address that people are sent back to. */
export function uriProblem(uri: string, kind: ClientKind): ProblemCode | undefined {
  const general = addressProblem(uri)
  if (general !== undefined) return general
  if (uri.includes('*')) return 'uri_pattern'
  const { protocol, hostname } = new URL(uri)
  if (protocol === 'https:') return undefined
  if (protocol === 'http:') return LOOPBACK_NAMES.has(hostname) ? undefined : 'uri_http'
  if (kind !== 'native') return 'uri_native'
  return OWN_SCHEME.test(protocol.slice(0, -1)) ? undefined : 'uri_scheme'
}

/** Of an address that is shown, or called by us: it may be anywhere. */
export const webProblem = (uri: string): ProblemCode | undefined =>
  addressProblem(uri) ?? (/^https?:\/\//.test(uri) ? undefined : 'uri_web')

/** Addresses are compared as text, so one that a parser would write in another way is read by eye alone. */
export function addressProblem(uri: string): ProblemCode | undefined {
  if (uri.length > LONGEST_URI) return 'uri_long'
  if (!/^[\x21-\x7e]+$/.test(uri) || /["<>\\^`{|}]/.test(uri)) return 'uri_signs'
  if (!URL.canParse(uri) || /^https?:(?!\/\/[^/?#])/i.test(uri) || !/^[a-z]/.test(uri)) return 'uri_form'
  if (uri.includes('#')) return 'uri_fragment'
  return /^[^:]+:\/\/[^/?]*@/.test(uri) ? 'uri_user' : undefined
}

function withoutPort(uri: string): string | undefined {
  const origin = LOOPBACK_LITERAL.exec(uri)?.[0]
  return origin && origin.replace(/:\d+$/, '') + uri.slice(origin.length)
}

/** As text; a native application that listens on this machine takes whatever port is free (RFC 8252, 7.3). */
export function isRegisteredUri({ kind, redirectUris }: Pick<OidcClient, 'kind' | 'redirectUris'>, uri: string): boolean {
  if (redirectUris.includes(uri)) return true
  if (kind !== 'native' || addressProblem(uri) !== undefined) return false
  const anyPort = withoutPort(uri)
  return anyPort !== undefined && redirectUris.some((one) => withoutPort(one) === anyPort)
}
