import { seal, unseal } from '../../platform/kernel/keys.ts'
import type { Deps } from '../deps.ts'

/** Longer than a code lives: one that has run out is asked for again. */
const LIFE_MS = 24 * 3_600_000

interface Newcomer {
  readonly accountId: string
  readonly expiresAt: number
}

/**
 * For the browser in which an account was made that owes its verification, and which therefore has no session yet: by a
 * provider's callback, or on our own page. (The route itself must not set a cookie then.) It opens nothing: it only tells this
 * browser from that of the owner of the mailbox, who finds the code there.
 */
export function newcomerCookie({ clock, keys }: Deps, accountId: string): { readonly token: string; readonly expiresAt: number } {
  const newcomer: Newcomer = { accountId, expiresAt: clock.now() + LIFE_MS }
  return { token: seal(keys.newcomer, JSON.stringify(newcomer)), expiresAt: newcomer.expiresAt }
}

/** The account that was made in this browser; undefined for a cookie that has run out or that we did not seal. */
export function newcomerOf({ clock, keys }: Deps, token: string | undefined): string | undefined {
  if (token === undefined) return undefined
  try {
    const { accountId, expiresAt }: Newcomer = JSON.parse(unseal(keys.newcomer, token))
    return expiresAt > clock.now() ? accountId : undefined
  } catch {
    return undefined
  }
}
