import type { IncomingMessage } from 'node:http'
import type { AnyEndpoint } from '../kernel/endpoint-table.ts'
import { hashToken, isToken } from '../kernel/tokens.ts'
import { askedByProxy } from './asked-by-proxy.ts'
import type { CallerTexts } from './caller-texts.ts'
import type { MountOptions } from './mount-options.ts'
import { proxyTrust } from './proxy-trust.ts'
import type { RequestCookies } from './read-cookies.ts'

/** Names and values of headers in turn, as Node writes them. */
type CertainAnswer = { readonly caller: unknown; readonly headers: readonly string[]; readonly body: string }

export type AtOnce = (asked: {
  readonly request: IncomingMessage
  readonly cookies: RequestCookies
  readonly find: (hash: string) => unknown
}) => CertainAnswer | undefined

/** How an endpoint answers from memory alone; undefined for one that cannot. */
export function atOnce<Deps, Caller>(
  endpoint: AnyEndpoint,
  texts: CallerTexts | undefined,
  { settings, depsFor }: MountOptions<Deps, Caller>,
): AtOnce | undefined {
  if (endpoint.partOf !== undefined) return undefined
  if (texts) return ({ cookies, find }) => saidBefore(texts, ofSession(cookies, find))
  if (!endpoint.atOnce) return undefined
  const [deps, isProxy] = [depsFor(), proxyTrust(settings.trustedProxies)]
  return ({ request, cookies, find }) => {
    const found = endpoint.atOnce?.({ deps, cookies, question: askedByProxy(request, isProxy), find })
    if (!found) return undefined
    const headers = Object.entries(found.verdict.headers).flatMap(([name, value]) => [name.toLowerCase(), value])
    // The framework tells no length of an answer that is empty by its method.
    if (request.method !== 'HEAD') headers.push('content-length', '0')
    return { caller: found.caller, headers, body: '' }
  }
}

const ofSession = ({ session }: RequestCookies, find: (hash: string) => unknown): unknown =>
  session !== undefined && isToken(session) ? find(hashToken(session)) : undefined

/** The text that the caller was answered last: a caller who has changed is another one, of whom there is none. */
function saidBefore(texts: CallerTexts, caller: unknown): CertainAnswer | undefined {
  const body = caller === undefined ? undefined : texts.of(caller)
  if (body === undefined) return undefined
  const headers = ['content-type', 'application/json; charset=utf-8', 'content-length', String(Buffer.byteLength(body))]
  return { caller, headers, body }
}
