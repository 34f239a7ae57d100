/** The time, as a seam: tests move it, nothing else in the code asks the system. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** Milliseconds since some moment; it cannot be set, so it only ever goes forward. */
  elapsed(): number
}

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() }

export const DAY_MS = 86_400_000
const MOST_DAYS = 1000
const dates = new Map<number, string>()

const digits = (length: number) => Array.from({ length: 10 ** length }, (_, n) => String(n).padStart(length, '0'))
const two = digits(2)
const three = digits(3)

/**
 * ISO 8601, UTC, with milliseconds, exactly as `toISOString` writes it. That takes a microsecond, which six times
 * over was a tenth of a session check; here the date is kept for each day and only the time is written anew.
 */
export function timestamp(ms: number): string {
  const day = Math.floor(ms / DAY_MS)
  const time = ms - day * DAY_MS
  const seconds = Math.floor(time / 1000)
  return `${dateOf(day)}${two[Math.floor(seconds / 3600)]}:${two[Math.floor(seconds / 60) % 60]}:${two[seconds % 60]}.${three[time % 1000]}Z`
}

/** `2026-01-31 12:00 UTC`, for people. */
export const humanTime = (ms: number): string => `${timestamp(ms).slice(0, 16).replace('T', ' ')} UTC`

function dateOf(day: number): string {
  let date = dates.get(day)
  if (date === undefined) {
    date = new Date(day * DAY_MS).toISOString().slice(0, -'00:00:00.000Z'.length)
    if (dates.size >= MOST_DAYS) dates.clear()
    dates.set(day, date)
  }
  return date
}
