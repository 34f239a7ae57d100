import { createHmac } from 'node:crypto'
import type { OAuthCookies, PresentedCookies } from '../../../platform/kernel/cookies.ts'
import { type Keys, seal, unsealBy } from '../../../platform/kernel/keys.ts'
import { hashToken } from '../../../platform/kernel/tokens.ts'
import type { Attempt } from '../provider.ts'

/** How long a visitor may take at the provider. */
export const STATE_TTL_MS = 600_000

/** One sign-in with a provider, from the moment the browser leaves until it comes back. */
export interface OAuthState {
  readonly provider: string
  /** Hash of the cookie that the browser left with. */
  readonly browser: string
  readonly expiresAt: number
  /** Where to go afterwards, already checked. */
  readonly returnTo?: string | undefined
  /** The visitor came from our own pages, and is led through them until they are in. */
  readonly isHosted?: boolean
  /** Set when a caller who is signed in adds a provider to an account. */
  readonly link?: { readonly accountId: string; readonly sessionId: string } | undefined
}

/** The browser carries the state itself, sealed: a visitor who merely asks for a sign-in page leaves nothing in the database. */
export const newAttempt = ({ oauth }: Keys, state: OAuthState): Attempt => attemptOf(oauth[0], seal(oauth, JSON.stringify(state)))

/** Under which name the browser keeps what ties an attempt to it: it comes back with the state, by which that is found. */
export const nameOfAttempt = (sealed: string): string => hashToken(sealed).slice(0, 8)

/** An attempt is over as soon as a browser comes back with it, whatever comes of it. */
export function endOfAttempt(presented: PresentedCookies['oauth'], sealed: string | undefined): OAuthCookies {
  const name = nameOfAttempt(sealed ?? '')
  return { ended: presented.has(name) ? [name] : [] }
}

/** What came back. Undefined for everything that we did not seal. */
export function openState(
  { oauth }: Keys,
  sealed: string,
): { readonly state: OAuthState; readonly attempt: Attempt } | undefined {
  try {
    const { text, key } = unsealBy(oauth, sealed)
    return { state: JSON.parse(text), attempt: attemptOf(key, sealed) }
  } catch {
    return undefined
  }
}

/** Nonce and PKCE verifier follow from the state and the key that sealed it, so they are stored nowhere. */
const attemptOf = (key: Buffer, state: string): Attempt => {
  const derive = (purpose: string) => createHmac('sha256', key).update(`${purpose} ${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), verifier: derive('verifier') }
}
