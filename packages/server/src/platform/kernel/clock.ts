/** Tests replace the clock; no other code asks the system for the time. */
export interface Clock {
  now(): number
  /** Milliseconds of a clock that cannot be set, and only goes forward. */
  elapsed(): number
}

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() }

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
const MOST_DAYS = 1000
const dates = new Map<number, string>()

const digits = (length: number) => Array.from({ length: 10 ** length }, (_, n) => String(n).padStart(length, '0'))
const two = digits(2)
const three = digits(3)

/** Like `toISOString`, which was a tenth of the cost of a session check: here dates are cached by day. */
export function timestamp(ms: number): string {
  const day = Math.floor(ms / DAY_MS)
  const time = ms - day * DAY_MS
  const seconds = Math.floor(time / 1000)
  return `${dateOf(day)}${two[Math.floor(seconds / 3600)]}:${two[Math.floor(seconds / 60) % 60]}:${two[seconds % 60]}.${three[time % 1000]}Z`
}

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
