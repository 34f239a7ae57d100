import { isIP } from 'node:net'
import type { Clock } from '../kernel/clock.ts'
import type { CookieChange, PresentedCookies } from '../kernel/cookies.ts'
import { isCsrfToken, newCsrfToken } from '../kernel/csrf.ts'
import type { KeyRing } from '../kernel/keys.ts'
import { isToken } from '../kernel/tokens.ts'
import type { HttpSettings } from './app-options.ts'

type SessionTokens = Partial<Pick<PresentedCookies, 'session' | 'refresh'>>

interface RequestFacts {
  /** Already written into a form of the answer. */
  readonly csrfToken?: string | undefined
  readonly isDoubled?: boolean
  readonly presented?: SessionTokens
}

/** Setting and clearing use the same attributes, or a browser would keep both cookies. */
export function cookieWriter(settings: HttpSettings, csrfKey: KeyRing, clock: Clock) {
  const { cookieNames: names, cookieDomain, secureCookies } = settings
  const common = `; Path=/; SameSite=Lax${secureCookies ? '; Secure' : ''}`
  const maxAgeOf = (expiresAt: number): number => Math.max(0, Math.round((expiresAt - clock.now()) / 1000))
  const httpOnly = (name: string, value: string, expiresAt: number, domain?: string) =>
    `${name}=${value}; Max-Age=${maxAgeOf(expiresAt)}${domain === undefined ? '' : `; Domain=${domain}`}${common}; HttpOnly`
  const csrf = (token: string) => `${names.csrf}=${token}${common}`

  /**
   * Clears session cookies with another domain, from an earlier setting or planted by a neighbour: beside them ours would count as
   * doubled for ever. Where a domain is set, even a single cookie may be an old one of our host alone. `__Host-` names have none.
   */
  const strays = otherDomains(settings).flatMap((domain) =>
    [names.session, names.refresh].filter((name) => !name.startsWith('__Host-')).map((name) => httpOnly(name, '', 0, domain)),
  )

  /** The CSRF token is bound to the session token, so it changes with every session that starts or ends. */
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
  /** Other hosts of the domain do not see a session from before the domain was set, and would redirect here for ever. */
  const keptChange = (kept: CookieChange['kept'], { session = '', refresh = '' }: SessionTokens): string[] => {
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

  /** Whether these cookies are secure depends on the application, and not on our own settings. */
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
      { csrfToken, isDoubled = false, presented = {} }: RequestFacts = {},
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

/** Cookies with these domains are sent to this host, too; undefined is the host alone. */
function otherDomains({ publicUrl, cookieDomain }: HttpSettings): (string | undefined)[] {
  const { hostname } = new URL(publicUrl)
  const labels = isIP(hostname) ? [] : hostname.split('.')
  const domains = labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))
  return [undefined, ...domains].filter((domain) => domain !== cookieDomain)
}
