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
  readonly presented?: SessionTokens & { readonly formerNames?: readonly string[] }
}

/** Setting and clearing use the same attributes, or a browser would keep both cookies. */
export class CookieWriter {
  readonly #settings: HttpSettings
  readonly #csrfKey: KeyRing
  readonly #clock: Clock
  readonly #common: string
  readonly #strays: readonly string[]

  constructor(settings: HttpSettings, csrfKey: KeyRing, clock: Clock) {
    this.#settings = settings
    this.#csrfKey = csrfKey
    this.#clock = clock
    this.#common = `; Path=/; SameSite=Lax${settings.secureCookies ? '; Secure' : ''}`
    this.#strays = this.#straysOf(otherDomains(settings))
  }

  change(
    {
      session,
      binding,
      oauth,
      newcomer,
      mailbox,
      signInCode,
      oidc,
      arrival,
      passkey,
      back,
      held,
      language,
      app,
      kept,
    }: CookieChange,
    { csrfToken, isDoubled = false, presented = {} }: RequestFacts = {},
  ): string[] {
    const { cookieNames: names, cookieDomain } = this.#settings
    return [
      ...(session !== undefined && (isDoubled || (cookieDomain && (presented.session || presented.refresh))) ? this.#strays : []),
      ...(session === undefined ? [] : this.#formerChange(presented.formerNames)),
      ...this.#sessionChange(session, csrfToken),
      ...(session === undefined ? this.#keptChange(kept, presented) : []),
      ...this.#tokenChange(names.binding, binding),
      ...this.#oauthChange(oauth),
      ...this.#tokenChange(names.newcomer, newcomer),
      ...this.#tokenChange(names.mailbox, mailbox),
      ...this.#tokenChange(names.signInCode, signInCode),
      ...this.#tokenChange(names.oidc, oidc),
      ...this.#tokenChange(names.arrival, arrival),
      ...this.#tokenChange(names.passkey, passkey),
      ...this.#tokenChange(names.back, back),
      ...this.#tokenChange(names.held, held),
      ...this.#tokenChange(names.language, language),
      ...this.#appChange(app),
    ]
  }

  #maxAge(expiresAt: number): number {
    return Math.max(0, Math.round((expiresAt - this.#clock.now()) / 1000))
  }

  #httpOnly(name: string, value: string, expiresAt: number, domain?: string): string {
    const within = domain === undefined ? '' : `; Domain=${domain}`
    return `${name}=${value}; Max-Age=${this.#maxAge(expiresAt)}${within}${this.#common}; HttpOnly`
  }

  #csrf(token: string): string {
    return `${this.#settings.cookieNames.csrf}=${token}${this.#common}`
  }

  /**
   * Clears session cookies with another domain, from an earlier setting or planted by a neighbour: beside them ours would count as
   * doubled for ever. Where a domain is set, even a single cookie may be an old one of our host alone. `__Host-` names have none.
   */
  #straysOf(domains: readonly (string | undefined)[]): readonly string[] {
    const { session, refresh } = this.#settings.cookieNames
    const names = [session, refresh].filter((name) => !name.startsWith('__Host-'))
    return domains.flatMap((domain) => names.map((name) => this.#httpOnly(name, '', 0, domain)))
  }

  /** Beside a cookie of today's name one of an earlier name is nothing but a second key to the session. */
  #formerChange(names: readonly string[] = []): readonly string[] {
    const domains = [...otherDomains({ ...this.#settings, cookieDomain: undefined }), undefined]
    return names.flatMap((name) =>
      (name.startsWith('__Host-') ? [undefined] : domains).map((domain) => this.#httpOnly(name, '', 0, domain)),
    )
  }

  /** The CSRF token is bound to the session token, so it changes with every session that starts or ends. */
  #sessionChange(session: CookieChange['session'], csrfToken: string | undefined): string[] {
    const { cookieNames: names, cookieDomain } = this.#settings
    if (session === undefined) return csrfToken === undefined ? [] : [this.#csrf(csrfToken)]
    if (session === 'end') {
      const ended = [names.session, names.refresh].map((name) => this.#httpOnly(name, '', 0, cookieDomain))
      return [...ended, this.#csrf(newCsrfToken(this.#csrfKey))]
    }
    const { sessionToken, sessionExpiresAt, refreshToken, refreshExpiresAt, device } = session
    const isFitting = csrfToken !== undefined && isCsrfToken(this.#csrfKey, csrfToken, sessionToken)
    return [
      this.#httpOnly(names.session, sessionToken, sessionExpiresAt, cookieDomain),
      this.#httpOnly(names.refresh, refreshToken, refreshExpiresAt, cookieDomain),
      this.#csrf(isFitting ? csrfToken : newCsrfToken(this.#csrfKey, sessionToken)),
      ...(device ? [this.#httpOnly(names.device, device.token, device.expiresAt)] : []),
    ]
  }

  /** Other hosts of the domain do not see a session from before the domain was set, and would redirect here for ever. */
  #keptChange(kept: CookieChange['kept'], { session = '', refresh = '' }: SessionTokens): string[] {
    const { cookieNames: names, cookieDomain } = this.#settings
    if (!kept || cookieDomain === undefined) return []
    const tokens = [
      [names.session, session, kept.expiresAt],
      [names.refresh, refresh, kept.refreshExpiresAt],
    ] as const
    const again = tokens.filter(([, token]) => isToken(token))
    return [...this.#strays, ...again.map(([name, token, expiresAt]) => this.#httpOnly(name, token, expiresAt, cookieDomain))]
  }

  #tokenChange(name: string, change: CookieChange['binding']): string[] {
    if (change === undefined) return []
    return [change === 'end' ? this.#httpOnly(name, '', 0) : this.#httpOnly(name, change.token, change.expiresAt)]
  }

  #oauthChange(oauth: CookieChange['oauth']): string[] {
    const prefix = this.#settings.cookieNames.oauth
    return [
      ...(oauth?.begun ? [this.#httpOnly(`${prefix}${oauth.begun.name}`, oauth.begun.token, oauth.begun.expiresAt)] : []),
      ...(oauth?.ended.map((name) => this.#httpOnly(`${prefix}${name}`, '', 0)) ?? []),
    ]
  }

  /** Whether these cookies are secure depends on the application, and not on our own settings. */
  #appChange(app: CookieChange['app']): string[] {
    if (!app) return []
    const { cookieNames: names } = this.#settings
    const [session, nonce] = app.isSecure ? [names.appSession, names.appNonce] : [names.plainAppSession, names.plainAppNonce]
    const write = (name: string, { token, expiresAt }: { readonly token: string; readonly expiresAt: number }) =>
      `${name}=${token}; Max-Age=${this.#maxAge(expiresAt)}; Path=/; SameSite=Lax${app.isSecure ? '; Secure' : ''}; HttpOnly`
    const ended = { token: '', expiresAt: 0 }
    return [
      ...(app.session ? [write(session, app.session === 'end' ? ended : app.session)] : []),
      ...(app.nonce ? [write(nonce, app.nonce)] : []),
    ]
  }
}

/** Cookies with these domains are sent to this host, too; undefined is the host alone. */
function otherDomains({ publicUrl, cookieDomain }: HttpSettings): (string | undefined)[] {
  const { hostname } = new URL(publicUrl)
  const labels = isIP(hostname) ? [] : hostname.split('.')
  const domains = labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))
  return [undefined, ...domains].filter((domain) => domain !== cookieDomain)
}
