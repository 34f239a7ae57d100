import { seal, unseal } from '../../platform/kernel/keys.ts'
import type { Deps } from '../deps.ts'

/** Longer than a code lives, so that a visitor whose code has run out can ask for another in the same browser. */
const LIFE_MS = 24 * 3_600_000

type Newcomer = { readonly accountId: string; readonly expiresAt: number }

/**
 * For the browser in which an account was made that is not verified and so has no session yet, by a provider's callback or on
 * our own page; the route itself must not set a cookie. The cookie opens nothing: it only tells this browser from the browser of
 * the mailbox's owner.
 */
export function newcomerCookie({ clock, keys }: Deps, accountId: string): { readonly token: string; readonly expiresAt: number } {
  const newcomer: Newcomer = { accountId, expiresAt: clock.now() + LIFE_MS }
  return { token: seal(keys.newcomer, JSON.stringify(newcomer)), expiresAt: newcomer.expiresAt }
}

export function newcomerOf({ clock, keys }: Deps, token: string | undefined): string | undefined {
  if (token === undefined) return undefined
  try {
    const { accountId, expiresAt }: Newcomer = JSON.parse(unseal(keys.newcomer, token))
    return expiresAt > clock.now() ? accountId : undefined
  } catch {
    return undefined
  }
}
