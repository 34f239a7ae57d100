import type { Clock } from '../kernel/clock.ts'
import { isCsrfToken, newCsrfToken } from '../kernel/csrf.ts'
import type { CookieChange, PresentedCookies } from '../kernel/endpoint.ts'
import type { KeyRing } from '../kernel/keys.ts'
import type { HttpSettings } from './app-options.ts'

const CSRF_COOKIE = '_csrf'
const NEWCOMER_COOKIE = '_newcomer'
/** Followed by the name of the attempt. */
const OAUTH_PREFIX = '_oauth_'
const OAUTH_COOKIE = /^_oauth_([\w-]{8})\s*=(.*)$/

/** The cookies of one request, read once. */
export interface RequestCookies extends PresentedCookies {
  readonly csrf: string | undefined
  readonly device: string | undefined
}

const NONE: RequestCookies = {
  session: undefined,
  refresh: undefined,
  binding: undefined,
  oauth: new Map(),
  newcomer: undefined,
  csrf: undefined,
  device: undefined,
}

/**
 * Reads the security cookies. A name that comes twice counts as absent: a sibling subdomain can plant a second
 * cookie, and which one a parser picks is a coin toss that an attacker may know.
 */
export function cookieReader({ session, refresh, binding, device }: HttpSettings['cookieNames']) {
  const fields = new Map<string, Exclude<keyof RequestCookies, 'oauth'>>([
    [session, 'session'],
    [refresh, 'refresh'],
    [binding, 'binding'],
    [device, 'device'],
    [NEWCOMER_COOKIE, 'newcomer'],
    [CSRF_COOKIE, 'csrf'],
  ])

  return (header: string | undefined): RequestCookies => {
    if (header === undefined) return NONE
    const found: { -readonly [Name in keyof RequestCookies]: RequestCookies[Name] } = { ...NONE }
    const met: string[] = []
    // Cut by hand: to split it would cost as much as all the rest of it.
    for (let start = 0, end = 0; start < header.length; start = end + 1) {
      const semicolon = header.indexOf(';', start)
      end = semicolon < 0 ? header.length : semicolon
      const pair = header.slice(start, end)
      const equals = pair.indexOf('=')
      const field = fields.get(pair.slice(0, equals).trim())
      if (equals < 0 || field === undefined) continue
      found[field] = met.includes(field) ? undefined : pair.slice(equals + 1).trim()
      met.push(field)
    }
    if (header.includes(OAUTH_PREFIX)) found.oauth = attemptsIn(header)
    return found
  }
}

/** The same for cookies of which there may be several, by the rest of their names. */
function attemptsIn(header: string): PresentedCookies['oauth'] {
  const found = new Map<string, string | undefined>()
  for (const pair of header.split(';')) {
    const [, name, value = ''] = OAUTH_COOKIE.exec(pair.trim()) ?? []
    if (name !== undefined) found.set(name, found.has(name) ? undefined : value.trim())
  }
  return found
}

/** Writes them. Setting and clearing use the same attributes, or a browser would keep both. */
export function cookieWriter({ cookieNames, secureCookies }: HttpSettings, csrfKey: KeyRing, clock: Clock) {
  const common = `; Path=/; SameSite=Lax${secureCookies ? '; Secure' : ''}`
  const httpOnly = (name: string, value: string, expiresAt: number) => {
    const maxAge = Math.max(0, Math.round((expiresAt - clock.now()) / 1000))
    return `${name}=${value}; Max-Age=${maxAge}${common}; HttpOnly`
  }
  const csrf = (token: string) => `${CSRF_COOKIE}=${token}${common}`

  /**
   * The CSRF cookie turns with every session that starts or ends, because it is bound to the session's token. A token
   * that was made for the new session on the way stands in a form already.
   */
  const sessionChange = (session: CookieChange['session'], csrfToken: string | undefined): string[] => {
    if (session === undefined) return csrfToken === undefined ? [] : [csrf(csrfToken)]
    if (session === 'end') {
      return [httpOnly(cookieNames.session, '', 0), httpOnly(cookieNames.refresh, '', 0), csrf(newCsrfToken(csrfKey))]
    }
    const { sessionToken, sessionExpiresAt, refreshToken, refreshExpiresAt, device } = session
    const isFitting = csrfToken !== undefined && isCsrfToken(csrfKey, csrfToken, sessionToken)
    return [
      httpOnly(cookieNames.session, sessionToken, sessionExpiresAt),
      httpOnly(cookieNames.refresh, refreshToken, refreshExpiresAt),
      csrf(isFitting ? csrfToken : newCsrfToken(csrfKey, sessionToken)),
      ...(device ? [httpOnly(cookieNames.device, device.token, device.expiresAt)] : []),
    ]
  }
  const tokenChange = (name: string, change: CookieChange['binding']): string[] => {
    if (change === undefined) return []
    return [change === 'end' ? httpOnly(name, '', 0) : httpOnly(name, change.token, change.expiresAt)]
  }
  const oauthChange = (oauth: CookieChange['oauth']): string[] => [
    ...(oauth?.begun ? [httpOnly(`${OAUTH_PREFIX}${oauth.begun.name}`, oauth.begun.token, oauth.begun.expiresAt)] : []),
    ...(oauth?.ended.map((name) => httpOnly(`${OAUTH_PREFIX}${name}`, '', 0)) ?? []),
  ]

  return {
    change: ({ session, binding, oauth, newcomer }: CookieChange, csrfToken?: string): string[] => [
      ...sessionChange(session, csrfToken),
      ...tokenChange(cookieNames.binding, binding),
      ...oauthChange(oauth),
      ...tokenChange(NEWCOMER_COOKIE, newcomer),
    ],
  }
}
