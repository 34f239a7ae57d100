import { DAY_MS, HOUR_MS } from '../../../platform/kernel/clock.ts'

const MINUTE_MS = 60_000
/** After each attempt that was no success, until the next. */
const PAUSES = [5000, 5 * MINUTE_MS, 30 * MINUTE_MS, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS)]
const JITTER = 0.1
const LONGEST_WAIT_MS = DAY_MS
const LADDER_MS = PAUSES.reduce((sum, pause) => sum + pause, 0)
const LEAST_REST_MS = 4000
const MOST_REST_MS = 10 * MINUTE_MS

/** After so many attempts, the last of which has just failed. */
export function pauseAfter(attempts: number, random = Math.random()): number {
  const pause = PAUSES[attempts - 1] ?? PAUSES.at(-1) ?? 0
  return Math.round(pause * (1 - JITTER + 2 * JITTER * random))
}

/** True for what was tried as often, and for as long, as anything is. */
export const isTriedOut = (attempts: number, ageMs: number): boolean =>
  attempts > PAUSES.length && ageMs >= LADDER_MS * (1 - JITTER)

/** How long an endpoint as a whole is left alone that has not answered for so long: one attempt tells of all that waits. */
export const restAfter = (failingMs: number): number =>
  Math.min(MOST_REST_MS, Math.max(LEAST_REST_MS, Math.round(failingMs / 10)))

/** `Retry-After`, in milliseconds: seconds, or a date. */
export function waitAskedFor(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now
  return Number.isNaN(wait) ? 0 : Math.min(LONGEST_WAIT_MS, Math.max(0, wait))
}
