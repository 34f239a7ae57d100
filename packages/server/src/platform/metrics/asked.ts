import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../kernel/clock.ts'

/** How long a scrape waits for an answer. Past it the last one has to do. */
const PATIENCE_MS = 1000
/** An answer that took long is asked for again only after so many times as long. */
const REST = 50

/**
 * A figure that only the database knows. It is asked for at a scrape, by one at a time and at most once in `maxAgeMs`;
 * undefined while it is not known.
 */
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
    // Before it was asked for: the clock was set back.
    if (now >= validUntil || now < askedAt) asking ??= renew()
    if (asking) await Promise.race([asking, sleep(PATIENCE_MS, undefined, { ref: false })])
    return known
  }
}
