/** A time of a file, where it can be one: nothing has happened before the beginning of time, or happens later than now. */
export const pastOf = (at: number | undefined, now: number): number | undefined =>
  at === undefined || at < 0 ? undefined : Math.min(at, now)
