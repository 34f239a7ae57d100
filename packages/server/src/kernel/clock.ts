/** The time, as a seam: tests move it, nothing else in the code asks the system. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export const timestamp = (ms: number): string => new Date(ms).toISOString()
