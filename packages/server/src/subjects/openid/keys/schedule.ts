import { DAY_MS, HOUR_MS } from '../../../platform/kernel/clock.ts'
import type { SigningKey } from '../tables/signing-keys.ts'

/** So that applications which read the keys once a day know a key before it signs. */
export const PUBLISHED_BEFORE_MS = DAY_MS
const SIGNS_FOR_MS = 90 * DAY_MS
/** No token of ours is good for longer. */
const LONGEST_TOKEN_MS = HOUR_MS
/** An application keeps what it has read for five minutes, and clocks differ. */
const MARGIN_MS = 600_000

type Times = Pick<SigningKey, 'signsFrom' | 'signsUntil' | 'publishedUntil'>

/** Newest first, as the table lists them. Where all begin later, a clock stands behind, and the first of them is meant. */
export const signsNow = <K extends Times>(keys: readonly K[], now: number): K | undefined =>
  keys.find(({ signsFrom }) => signsFrom <= now) ?? keys.at(-1)

export const isPublished = ({ publishedUntil }: Times, now: number): boolean =>
  publishedUntil === undefined || now < publishedUntil

export const isWaiting = ({ signsFrom }: Times, now: number): boolean => now < signsFrom

/** None waits, and the one that signs will have signed for long enough when the next begins. */
export const isDue = (keys: readonly Times[], now: number): boolean =>
  keys.every(({ signsFrom }) => signsFrom + SIGNS_FOR_MS - PUBLISHED_BEFORE_MS <= now)

/** When the key signs that waits, or that has yet to be made. */
export const nextSignsFrom = (keys: readonly Times[], now: number): number => {
  const last = Math.max(...keys.map(({ signsFrom }) => signsFrom))
  return last > now ? last : last + SIGNS_FOR_MS
}

export const publishedUntil = (signsUntil: number): number => signsUntil + LONGEST_TOKEN_MS + MARGIN_MS

/** What a key is at this moment, as an administrator reads it. */
export const STATES = ['published', 'signing', 'retired', 'withdrawn'] as const
type State = (typeof STATES)[number]

export function stateOf(key: Times, now: number): State {
  if (isWaiting(key, now)) return 'published'
  if (key.signsUntil === undefined || now < key.signsUntil) return 'signing'
  return isPublished(key, now) ? 'retired' : 'withdrawn'
}
