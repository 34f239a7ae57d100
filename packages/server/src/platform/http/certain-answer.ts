import type { IncomingMessage } from 'node:http'
import type { AtOnce as VerdictAtOnce } from '../kernel/endpoint.ts'
import type { AnyEndpoint } from '../kernel/endpoint-table.ts'
import { hashToken, isToken } from '../kernel/tokens.ts'
import { askedByProxy } from './asked-by-proxy.ts'
import type { CallerTexts } from './caller-texts.ts'
import type { MountOptions } from './mount-options.ts'
import { proxyTrust } from './proxy-trust.ts'
import type { RequestCookies } from './read-cookies.ts'

/** Names and values of headers in turn, as Node writes them. Always the same object for the same caller. */
export type CertainAnswer = { readonly caller: unknown; readonly headers: readonly string[]; readonly body: string }

type Find = (hash: string) => object | undefined

export type AtOnce = (asked: {
  readonly request: IncomingMessage
  readonly cookies: RequestCookies
  readonly find: Find
}) => CertainAnswer | undefined

/** How an endpoint answers from memory alone; undefined for one that cannot. */
export function atOnce<Deps, Caller>(
  endpoint: AnyEndpoint,
  texts: CallerTexts | undefined,
  { settings, depsFor }: MountOptions<Deps, Caller>,
): AtOnce | undefined {
  if (endpoint.partOf !== undefined) return undefined
  if (texts) return fromTexts(texts)
  const verdictOn = endpoint.atOnce?.(depsFor())
  return verdictOn && fromVerdicts(verdictOn, proxyTrust(settings.trustedProxies))
}

/** The text that the caller was answered last: a caller who has changed is another one, of whom there is none. */
function fromTexts(texts: CallerTexts): AtOnce {
  const answers = new WeakMap<object, CertainAnswer>()
  return ({ request, cookies, find }) => {
    // What a query asks for is not kept.
    if (request.url?.includes('?')) return undefined
    const caller = ofSession(cookies, find)
    const known = caller && answers.get(caller)
    if (!caller || known) return known
    const body = texts.of(caller)
    if (body === undefined) return undefined
    const headers = ['content-type', 'application/json; charset=utf-8', 'content-length', String(Buffer.byteLength(body))]
    const answer = { caller, headers, body }
    answers.set(caller, answer)
    return answer
  }
}

const ofSession = ({ session }: RequestCookies, find: Find): object | undefined =>
  session !== undefined && isToken(session) ? find(hashToken(session)) : undefined

function fromVerdicts(verdictOn: VerdictAtOnce<never, unknown>, isProxy: ReturnType<typeof proxyTrust>): AtOnce {
  const [answers, answersToHead] = [new WeakMap<object, CertainAnswer>(), new WeakMap<object, CertainAnswer>()]
  return ({ request, cookies, find }) => {
    const found = verdictOn({ cookies, question: askedByProxy(request, isProxy), find: find as (hash: string) => never })
    if (!found) return undefined
    const isHead = request.method === 'HEAD'
    const kept = isHead ? answersToHead : answers
    const known = kept.get(found.headers)
    if (known) return known
    const headers = Object.entries(found.headers).flatMap(([name, value]) => [name.toLowerCase(), value])
    // The framework tells no length of an answer that is empty by its method.
    if (!isHead) headers.push('content-length', '0')
    const answer = { caller: found.caller, headers, body: '' }
    kept.set(found.headers, answer)
    return answer
  }
}
