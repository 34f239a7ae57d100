import { createHmac } from 'node:crypto'
import type { OAuthCookies, PresentedCookies } from '../../../platform/kernel/cookies.ts'
import { type Keys, seal, unsealBy } from '../../../platform/kernel/keys.ts'
import { hashToken } from '../../../platform/kernel/tokens.ts'
import type { Attempt } from '../provider.ts'

export const STATE_TTL_MS = 600_000

export interface OAuthState {
  readonly provider: string
  /** Hash of the cookie that the browser left with. */
  readonly browser: string
  readonly expiresAt: number
  /** Checked before the state is sealed. */
  readonly returnTo?: string | undefined
  /** The visitor came from our own pages, and is led through them until the sign-in is complete. */
  readonly isHosted?: boolean
  readonly link?: { readonly accountId: string; readonly sessionId: string } | undefined
}

/** The browser carries the sealed state: a visitor who merely begins a sign-in leaves nothing in the database. */
export const newAttempt = ({ oauth }: Keys, state: OAuthState): Attempt => attemptOf(oauth[0], seal(oauth, JSON.stringify(state)))

/** The name of the cookie that ties an attempt to its browser follows from the state, so several attempts can be under way. */
export const nameOfAttempt = (sealed: string): string => hashToken(sealed).slice(0, 8)

/** An attempt is over as soon as a browser comes back with its state, also where the sign-in then fails. */
export function endOfAttempt(presented: PresentedCookies['oauth'], sealed: string | undefined): OAuthCookies {
  const name = nameOfAttempt(sealed ?? '')
  return { ended: presented.has(name) ? [name] : [] }
}

/** Undefined for a text that we did not seal. */
export function openState({ oauth }: Keys, sealed: string) {
  try {
    const { text, key } = unsealBy(oauth, sealed)
    return { state: JSON.parse(text) as OAuthState, attempt: attemptOf(key, sealed) }
  } catch {
    return undefined
  }
}

/** Nonce and PKCE verifier follow from the state and the key that sealed it, so they are stored nowhere. */
const attemptOf = (key: Buffer, state: string): Attempt => {
  const derive = (purpose: string) => createHmac('sha256', key).update(`${purpose} ${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), verifier: derive('verifier') }
}
