import { openValue, sealValue } from '../../platform/kernel/sealed-value.ts'
import type { Deps } from '../deps.ts'

/** Longer than a code lives, so that a visitor whose code has run out can ask for another in the same browser. */
const LIFE_MS = 24 * 3_600_000

type Newcomer = { readonly accountId: string; readonly expiresAt: number }

/**
 * For the browser in which an account was made that is not verified and so has no session yet, by a provider's callback or on
 * our own page; the route itself must not set a cookie. The cookie opens nothing: it only tells this browser from the browser of
 * the mailbox's owner.
 */
export const newcomerCookie = ({ clock, keys }: Deps, accountId: string) =>
  sealValue<Newcomer>(keys.newcomer, { accountId, expiresAt: clock.now() + LIFE_MS })

export const newcomerOf = ({ clock, keys }: Deps, token: string | undefined): string | undefined =>
  openValue<Newcomer>(keys.newcomer, token, clock.now())?.accountId
