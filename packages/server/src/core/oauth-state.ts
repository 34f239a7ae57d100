import { createHmac } from 'node:crypto'
import { type Keys, seal, unseal } from '../kernel/keys.ts'
import type { Attempt } from '../kernel/provider.ts'

/** How long somebody may take at the provider. */
export const STATE_TTL_MS = 600_000

/** One sign-in with a provider, from the moment the browser leaves until it comes back. */
export interface OAuthState {
  readonly provider: string
  /** Hash of the cookie that the browser left with. */
  readonly browser: string
  readonly expiresAt: number
  /** Where to go afterwards, already checked. */
  readonly returnTo?: string | undefined
  /** Set when somebody who is signed in adds a provider to an account. */
  readonly link?: { readonly accountId: string; readonly sessionId: string } | undefined
}

/** The browser carries the state itself, sealed: whoever merely asks for a sign-in page leaves nothing in the database. */
export const sealState = ({ oauth }: Keys, state: OAuthState): string => seal(oauth, JSON.stringify(state))

/** Undefined for everything that we did not seal. */
export function openState({ oauth }: Keys, text: string): OAuthState | undefined {
  try {
    return JSON.parse(unseal(oauth, text))
  } catch {
    return undefined
  }
}

/** Nonce and PKCE verifier follow from the state and our key, so they are stored nowhere. */
export const attemptOf = ({ oauth }: Keys, state: string): Attempt => {
  const derive = (purpose: string) => createHmac('sha256', oauth).update(`${purpose} ${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), verifier: derive('verifier') }
}
