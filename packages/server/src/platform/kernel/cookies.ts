/** The raw values of the security cookies; a name that came twice counts as absent. */
export interface PresentedCookies {
  readonly session: string | undefined
  readonly refresh: string | undefined
  /** Ties a two-factor challenge to this browser. */
  readonly binding: string | undefined
  /** What ties sign-ins with a provider to this browser, by the name of the attempt. One that came twice is undefined. */
  readonly oauth: ReadonlyMap<string, string | undefined>
  /** Tells the browser in which an account was made that waits for its verification. */
  readonly newcomer: string | undefined
  /** The address that this browser waits for a mail to. */
  readonly mailbox: string | undefined
  /** Ties ceremonies with a passkey to this browser. */
  readonly passkey: string | undefined
  /** What a browser keeps for an application on another host: its session, and that it has asked for one. Over https, and over http. */
  readonly appSession: string | undefined
  readonly appNonce: string | undefined
  readonly plainAppSession: string | undefined
  readonly plainAppNonce: string | undefined
}

export interface SessionCookies {
  readonly sessionToken: string
  readonly sessionExpiresAt: number
  readonly refreshToken: string
  readonly refreshExpiresAt: number
  /** Set with a session that is issued; it outlives the session. */
  readonly device: { readonly token: string; readonly expiresAt: number } | undefined
}

/** What an answer does to the caller's cookies. */
export interface CookieChange {
  readonly session?: SessionCookies | 'end'
  readonly binding?: { readonly token: string; readonly expiresAt: number } | 'end'
  readonly oauth?: OAuthCookies
  readonly newcomer?: { readonly token: string; readonly expiresAt: number } | 'end'
  readonly mailbox?: { readonly token: string; readonly expiresAt: number } | 'end'
  readonly passkey?: { readonly token: string; readonly expiresAt: number } | 'end'
  readonly app?: AppCookies
  /** The language that was chosen for the pages in this browser. */
  readonly language?: { readonly token: string; readonly expiresAt: number }
  /** The session that came with the request stays as it is, and is to be seen wherever our cookies are. */
  readonly kept?: { readonly expiresAt: number; readonly refreshExpiresAt: number }
}

/** Cookies of an application's host, to which the answer goes. */
interface AppCookies {
  readonly isSecure: boolean
  readonly session?: { readonly token: string; readonly expiresAt: number }
  readonly nonce?: { readonly token: string; readonly expiresAt: number }
}

/** One cookie for each sign-in with a provider that is under way. Attempts are named, so that tabs do not share one. */
export interface OAuthCookies {
  readonly begun?: { readonly name: string; readonly token: string; readonly expiresAt: number }
  readonly ended: readonly string[]
}
