import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../kernel/clock.ts'

/** A scrape waits no longer, and shows the last answer instead. */
const PATIENCE_MS = 1000
/** A slow question is repeated only after so many times its duration. */
const REST = 50

/** The database is asked at a scrape, at most once in `maxAgeMs`, and never twice at a time. */
export function asked<T>(ask: () => Promise<T>, clock: Clock, maxAgeMs: number): () => Promise<T | undefined> {
  let known: T | undefined
  let [askedAt, validUntil] = [0, 0]
  let asking: Promise<void> | undefined

  const renew = async (): Promise<void> => {
    const begunAt = clock.now()
    known = await ask().catch(() => undefined)
    const now = clock.now()
    askedAt = now
    validUntil = now + Math.max(maxAgeMs, REST * (now - begunAt))
    asking = undefined
  }
  return async () => {
    const now = clock.now()
    // A time before the question means that the clock was set back.
    if (now >= validUntil || now < askedAt) asking ??= renew()
    if (asking) await Promise.race([asking, sleep(PATIENCE_MS, undefined, { ref: false })])
    return known
  }
}
