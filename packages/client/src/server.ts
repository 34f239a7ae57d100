import { isOver, LatchkeyError } from './error.ts'
import { checked, send, withoutSlash } from './request.ts'
import type { OwnData, Session, User } from './routes.ts'

export { type ReceivedWebhook, verifyWebhook, type WebhookEvent, type WebhookRequest } from './webhooks.ts'

/** Where the service is, and how it is asked. */
export interface VerifierOptions {
  /** The service as this server reaches it. */
  readonly url: string
  /** The service's public address with its `BASE_PATH`, where that differs: renewals are accepted from this origin only. */
  readonly publicUrl?: string
  /** The address of this app for people, where requests do not tell it, as behind a proxy that ends TLS. */
  readonly appUrl?: string
  readonly fetch?: typeof fetch
  readonly timeoutMs?: number
  /** Names, where the service was configured with others. */
  readonly sessionCookie?: string
  readonly refreshCookie?: string
  /** Only for servers that set cookies: unless the new ones reach the browser, the next renewal signs the visitor out. */
  readonly renews?: boolean
  /** Whether to tell the values of declared fields that the owner of an account sees, as `data`. */
  readonly data?: boolean
  /** How late a revocation may be noticed. Nothing is cached unless this is named. */
  readonly staleMs?: number
}

/** `setCookies`: lines for the `Set-Cookie` header of the answer. */
export type Auth =
  | {
      readonly status: 'signed-in'
      readonly user: User
      readonly session: Session
      readonly secondFactorAt: string | null
      /** Only where the options ask for it. */
      readonly data?: OwnData
      readonly setCookies: readonly string[]
    }
  | { readonly status: 'signed-out'; readonly setCookies: readonly string[] }
  | { readonly status: 'unavailable'; readonly error: LatchkeyError<string>; readonly setCookies: readonly string[] }

/** A request of a visitor: of its headers the cookies are read. */
export type Asking = { readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>> }

/** Asks the service who sent a request. */
export type Verifier = { verify(request: Asking): Promise<Auth> }

const MOST_KEPT = 10_000
const SESSION = /^(?:__Host-|__Secure-)?app_session$/
const REFRESH = /^(?:__Host-|__Secure-)?app_refresh$/

/** Tells who sent a request. Only our own cookies are passed on to the service. */
export function createVerifier(options: VerifierOptions): Verifier {
  const { url, publicUrl = url, staleMs = 0 } = options
  const kept = new Map<string, { readonly auth: Auth; readonly until: number }>()
  const calling = (cookie: string) => ({
    baseUrl: url,
    headers: { cookie, origin: new URL(publicUrl).origin },
    ...(options.fetch && { fetch: options.fetch }),
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
  })

  const check = async (session: string, setCookies: readonly string[] = []): Promise<Auth> => {
    const found = await checked(await send(calling(session), 'GET /auth/check', options.data ? { query: { data: true } } : {}))
    if (!found.user || !found.session) return { status: 'signed-out', setCookies }
    const { user, session: current, secondFactorAt, data } = found
    return { status: 'signed-in', user, session: current, secondFactorAt, ...(data && { data }), setCookies }
  }

  const renew = async (refresh: string): Promise<Auth> => {
    try {
      const setCookies = (await send(calling(refresh), 'POST /auth/refresh')).headers.getSetCookie()
      const session = cookieIn(setCookies.map((line) => line.split(';')[0]).join('; '), options.sessionCookie ?? SESSION)
      return await check(session ?? '', setCookies)
    } catch (error) {
      if (isOver(error)) return { status: 'signed-out', setCookies: [] }
      throw error
    }
  }

  const ask = async (session: string | undefined, refresh: string | undefined): Promise<Auth> => {
    const known = session === undefined ? undefined : await check(session)
    if (known?.status === 'signed-in') return known
    return options.renews && refresh !== undefined ? renew(refresh) : { status: 'signed-out', setCookies: [] }
  }

  return {
    async verify({ headers }) {
      const header = cookieHeader(headers)
      const session = cookieIn(header, options.sessionCookie ?? SESSION)
      const refresh = cookieIn(header, options.refreshCookie ?? REFRESH)
      const before = session !== undefined && staleMs > 0 ? kept.get(session) : undefined
      if (before && before.until > performance.now()) return before.auth
      try {
        const auth = await ask(session, refresh)
        if (session !== undefined && staleMs > 0 && auth.setCookies.length === 0) remember(kept, session, auth, staleMs)
        return auth
      } catch (error) {
        if (error instanceof LatchkeyError) return { status: 'unavailable', error, setCookies: [] }
        throw error
      }
    },
  }
}

function remember(kept: Map<string, { auth: Auth; until: number }>, session: string, auth: Auth, staleMs: number): void {
  const [eldest] = kept.keys()
  if (eldest !== undefined && kept.size >= MOST_KEPT) kept.delete(eldest)
  kept.set(session, { auth, until: performance.now() + staleMs })
}

function cookieHeader(headers: Asking['headers']): string {
  const value = isHeaders(headers) ? headers.get('cookie') : (headers['cookie'] ?? headers['Cookie'])
  return typeof value === 'string' ? value : (value?.join('; ') ?? '')
}

/** By shape, because frameworks have `Headers` classes of their own. */
const isHeaders = (headers: Asking['headers']): headers is Headers => typeof headers['get' as keyof typeof headers] === 'function'

/** A name that came twice counts as absent, as for the service. Names with and without a prefix are both passed on. */
function cookieIn(header: string, name: string | RegExp): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim())
  const nameOf = (pair: string): string => pair.split('=')[0]?.trim() ?? ''
  const ours = pairs.filter((pair) => (typeof name === 'string' ? nameOf(pair) === name : name.test(nameOf(pair))))
  const single = ours.filter((pair) => ours.filter((other) => nameOf(other) === nameOf(pair)).length === 1)
  return single.length > 0 ? single.join('; ') : undefined
}

/** Where a visitor signs in, and comes back from. */
export function signInAddress({ url, publicUrl = url, appUrl }: VerifierOptions, returnTo: string): string {
  const { pathname, search, origin } = new URL(returnTo)
  const back = `${appUrl === undefined ? origin : withoutSlash(appUrl)}${pathname}${search}`
  return `${withoutSlash(publicUrl)}/sign-in?${new URLSearchParams({ returnTo: back })}`
}

/** Programs are better told than redirected, and a request that changes something cannot be repeated after the sign-in. */
export const isForPeople = (method: string, accept: string | null | undefined): boolean =>
  ['GET', 'HEAD'].includes(method) && accept?.includes('text/html') === true
