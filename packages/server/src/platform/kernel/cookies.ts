type CookieValue = { readonly token: string; readonly expiresAt: number }

export type FormerCookie = { readonly token: string; readonly name: string }

/** The raw values of the security cookies; a name that came twice counts as absent. */
export interface PresentedCookies {
  readonly session: string | undefined
  readonly refresh: string | undefined
  /** A refresh cookie with the name that other settings gave it: good for a token that went out under that name. */
  readonly formerRefresh: FormerCookie | undefined
  /** Ties a two-factor challenge to this browser. */
  readonly binding: string | undefined
  /** By the name of the attempt. */
  readonly oauth: ReadonlyMap<string, string | undefined>
  /** Marks the browser in which an account was made that waits for its verification. */
  readonly newcomer: string | undefined
  /** The address that this browser waits for a mail to. */
  readonly mailbox: string | undefined
  /** Marks the browser that has asked for a code to sign in with. */
  readonly signInCode: string | undefined
  /** Marks the browser in which applications have begun to sign a visitor in. */
  readonly oidc: string | undefined
  /** Who has come back from a provider, and is asked for more before there is an account. */
  readonly arrival: string | undefined
  readonly passkey: string | undefined
  /** The page of an application that the visitor came from. */
  readonly back: string | undefined
  /** A form that waits for a step-up. */
  readonly held: string | undefined
  /** Cookies on the host of an application: over https, and over http. */
  readonly appSession: string | undefined
  readonly appNonce: string | undefined
  readonly plainAppSession: string | undefined
  readonly plainAppNonce: string | undefined
  /** A name came twice that should come once. */
  readonly isDoubled: boolean
}

export interface SessionCookies {
  readonly sessionToken: string
  readonly sessionExpiresAt: number
  readonly refreshToken: string
  readonly refreshExpiresAt: number
  /** Set with a new session; the device cookie outlives the session. */
  readonly device: CookieValue | undefined
}

export interface CookieChange {
  readonly session?: SessionCookies | 'end'
  readonly binding?: CookieValue | 'end'
  readonly oauth?: OAuthCookies
  readonly newcomer?: CookieValue | 'end'
  readonly mailbox?: CookieValue | 'end'
  readonly signInCode?: CookieValue | 'end'
  readonly oidc?: CookieValue | 'end'
  readonly arrival?: CookieValue | 'end'
  readonly passkey?: CookieValue | 'end'
  readonly back?: CookieValue | 'end'
  readonly held?: CookieValue | 'end'
  readonly app?: { readonly isSecure: boolean; readonly session?: CookieValue | 'end'; readonly nonce?: CookieValue }
  readonly language?: CookieValue
  /** The session of the request stays as it is; with a cookie domain its cookies are set again, for the whole domain. */
  readonly kept?: { readonly expiresAt: number; readonly refreshExpiresAt: number }
}

/** One cookie for each sign-in with a provider that is under way. Attempts are named, so that tabs do not share one. */
export interface OAuthCookies {
  readonly begun?: { readonly name: string; readonly token: string; readonly expiresAt: number }
  readonly ended: readonly string[]
}
