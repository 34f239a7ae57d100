import type { Clock } from '../../platform/kernel/clock.ts'

const EVERY_MS = 60_000
export const WORTH_A_WARNING_MS = 2000
export const TOO_MUCH_MS = 30_000

interface SharedTimeOptions {
  readonly clock: Clock
  /** Undefined where the database is on the same machine. */
  readonly databaseNow: (() => Promise<number>) | undefined
  readonly onSkew: (skewMs: number) => void
  readonly onError: (error: unknown) => void
}

/**
 * The time of the database, asked for now and then and continued in between by a monotonic clock. It measures what one process
 * writes and another compares, because their own clocks may differ. A process whose clock is far off is not ready, and purges
 * nothing.
 */
export class SharedTime {
  readonly #options: SharedTimeOptions
  readonly #timer: NodeJS.Timeout | undefined
  #seen: { readonly now: number; readonly elapsed: number } | undefined
  #skewMs = 0

  constructor(options: SharedTimeOptions) {
    this.#options = options
    if (options.databaseNow) this.#timer = setInterval(() => void this.compare().catch(options.onError), EVERY_MS).unref()
  }

  /** Rounded, because `elapsed` has fractions of milliseconds. */
  now(): number {
    const { clock } = this.#options
    return this.#seen ? Math.round(this.#seen.now + clock.elapsed() - this.#seen.elapsed) : clock.now()
  }

  isTrusted(): boolean {
    return Math.abs(this.#skewMs) <= TOO_MUCH_MS
  }

  async compare(): Promise<void> {
    const { clock, databaseNow, onSkew } = this.#options
    if (!databaseNow) return
    const before = clock.elapsed()
    const now = await databaseNow()
    const after = clock.elapsed()
    // The database read its clock somewhere in between; the middle is the best guess.
    this.#seen = { now: now + (after - before) / 2, elapsed: after }
    this.#skewMs = clock.now() - this.now()
    if (Math.abs(this.#skewMs) > WORTH_A_WARNING_MS) onSkew(this.#skewMs)
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
