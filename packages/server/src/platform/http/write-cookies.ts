import { isIP } from 'node:net'
import type { Clock } from '../kernel/clock.ts'
import type { CookieChange, PresentedCookies } from '../kernel/cookies.ts'
import { isCsrfToken, newCsrfToken } from '../kernel/csrf.ts'
import type { KeyRing } from '../kernel/keys.ts'
import { isToken } from '../kernel/tokens.ts'
import type { HttpSettings } from './app-options.ts'

/** What else is known of the exchange. */
interface Beside {
  /** Made for a form on the way. */
  readonly csrfToken?: string | undefined
  /** The request had cookies of one name twice. */
  readonly isDoubled?: boolean
  /** Those of the session that came with the request. */
  readonly presented?: Partial<Pick<PresentedCookies, 'session' | 'refresh'>>
}

/** Writes cookies. Setting and clearing use the same attributes, or a browser would keep both. */
export function cookieWriter(settings: HttpSettings, csrfKey: KeyRing, clock: Clock) {
  const { cookieNames: names, cookieDomain, secureCookies } = settings
  const common = `; Path=/; SameSite=Lax${secureCookies ? '; Secure' : ''}`
  const maxAgeOf = (expiresAt: number): number => Math.max(0, Math.round((expiresAt - clock.now()) / 1000))
  const httpOnly = (name: string, value: string, expiresAt: number, domain?: string) => {
    return `${name}=${value}; Max-Age=${maxAgeOf(expiresAt)}${domain === undefined ? '' : `; Domain=${domain}`}${common}; HttpOnly`
  }
  const csrf = (token: string) => `${names.csrf}=${token}${common}`

  /**
   * Those of a time with another domain, or planted by a neighbour. Beside them ours would count as none for ever. Where there is a
   * domain, a single cookie may still be one of our host alone, from before. A name for this very host has no others.
   */
  const strays = otherDomains(settings).flatMap((domain) =>
    [names.session, names.refresh].filter((name) => !name.startsWith('__Host-')).map((name) => httpOnly(name, '', 0, domain)),
  )

  /**
   * The CSRF cookie turns with every session that starts or ends, because it is bound to the session's token. A token
   * that was made for the new session on the way stands in a form already.
   */
  const sessionChange = (session: CookieChange['session'], csrfToken: string | undefined): string[] => {
    if (session === undefined) return csrfToken === undefined ? [] : [csrf(csrfToken)]
    if (session === 'end') {
      const ended = [names.session, names.refresh].map((name) => httpOnly(name, '', 0, cookieDomain))
      return [...ended, csrf(newCsrfToken(csrfKey))]
    }
    const { sessionToken, sessionExpiresAt, refreshToken, refreshExpiresAt, device } = session
    const isFitting = csrfToken !== undefined && isCsrfToken(csrfKey, csrfToken, sessionToken)
    return [
      httpOnly(names.session, sessionToken, sessionExpiresAt, cookieDomain),
      httpOnly(names.refresh, refreshToken, refreshExpiresAt, cookieDomain),
      csrf(isFitting ? csrfToken : newCsrfToken(csrfKey, sessionToken)),
      ...(device ? [httpOnly(names.device, device.token, device.expiresAt)] : []),
    ]
  }
  /** One that was set before there was a domain is unknown to the other hosts of it, which would send people here for ever. */
  const keptChange = (kept: CookieChange['kept'], { session = '', refresh = '' }: NonNullable<Beside['presented']>): string[] => {
    if (!kept || cookieDomain === undefined) return []
    const tokens = [
      [names.session, session, kept.expiresAt],
      [names.refresh, refresh, kept.refreshExpiresAt],
    ] as const
    const again = tokens.filter(([, token]) => isToken(token))
    return [...strays, ...again.map(([name, token, expiresAt]) => httpOnly(name, token, expiresAt, cookieDomain))]
  }
  const tokenChange = (name: string, change: CookieChange['binding']): string[] => {
    if (change === undefined) return []
    return [change === 'end' ? httpOnly(name, '', 0) : httpOnly(name, change.token, change.expiresAt)]
  }
  const oauthChange = (oauth: CookieChange['oauth']): string[] => [
    ...(oauth?.begun ? [httpOnly(`${names.oauth}${oauth.begun.name}`, oauth.begun.token, oauth.begun.expiresAt)] : []),
    ...(oauth?.ended.map((name) => httpOnly(`${names.oauth}${name}`, '', 0)) ?? []),
  ]

  /** The application decides whether its cookies are secure, and not we. */
  const appChange = (app: CookieChange['app']): string[] => {
    if (!app) return []
    const [session, nonce] = app.isSecure ? [names.appSession, names.appNonce] : [names.plainAppSession, names.plainAppNonce]
    const write = (name: string, { token, expiresAt }: { readonly token: string; readonly expiresAt: number }) =>
      `${name}=${token}; Max-Age=${maxAgeOf(expiresAt)}; Path=/; SameSite=Lax${app.isSecure ? '; Secure' : ''}; HttpOnly`
    return [...(app.session ? [write(session, app.session)] : []), ...(app.nonce ? [write(nonce, app.nonce)] : [])]
  }

  return {
    change: (
      { session, binding, oauth, newcomer, mailbox, passkey, language, app, kept }: CookieChange,
      { csrfToken, isDoubled = false, presented = {} }: Beside = {},
    ): string[] => [
      ...(session !== undefined && (isDoubled || (cookieDomain && (presented.session || presented.refresh))) ? strays : []),
      ...sessionChange(session, csrfToken),
      ...(session === undefined ? keptChange(kept, presented) : []),
      ...tokenChange(names.binding, binding),
      ...oauthChange(oauth),
      ...tokenChange(names.newcomer, newcomer),
      ...tokenChange(names.mailbox, mailbox),
      ...tokenChange(names.passkey, passkey),
      ...tokenChange(names.language, language),
      ...appChange(app),
    ],
  }
}

/** Where else cookies of our names can be kept that come to this host; undefined is the host alone. */
function otherDomains({ publicUrl, cookieDomain }: HttpSettings): (string | undefined)[] {
  const { hostname } = new URL(publicUrl)
  const labels = isIP(hostname) ? [] : hostname.split('.')
  const domains = labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))
  return [undefined, ...domains].filter((domain) => domain !== cookieDomain)
}
