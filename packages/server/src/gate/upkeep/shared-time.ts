import type { Clock } from '../../platform/kernel/clock.ts'

const EVERY_MS = 60_000
/** Above this, two clocks differ more than is good; above the other, more than is safe. */
export const WORTH_A_WARNING_MS = 2000
export const TOO_MUCH_MS = 30_000

interface SharedTimeOptions {
  readonly clock: Clock
  /** The database's own time, where that is another machine's. */
  readonly databaseNow: (() => Promise<number>) | undefined
  readonly onSkew: (skewMs: number) => void
  readonly onError: (error: unknown) => void
}

/**
 * The time that all processes on one database agree on: the database's, asked for now and then and carried on in between
 * by a clock that cannot be set. What one process wrote and another judges is measured with it, for their own clocks
 * may differ; and a process whose clock is far off does not say that it is ready, and removes nothing.
 */
export class SharedTime {
  readonly #options: SharedTimeOptions
  readonly #timer: NodeJS.Timeout | undefined
  /** What the database said, and when that was. */
  #seen: { readonly now: number; readonly elapsed: number } | undefined
  #skewMs = 0

  constructor(options: SharedTimeOptions) {
    this.#options = options
    if (options.databaseNow) this.#timer = setInterval(() => void this.compare().catch(options.onError), EVERY_MS).unref()
  }

  /** Whole milliseconds, as clocks tell them; what has elapsed is measured more finely. */
  now(): number {
    const { clock } = this.#options
    return this.#seen ? Math.round(this.#seen.now + clock.elapsed() - this.#seen.elapsed) : clock.now()
  }

  /** Whether the clock of this process is near enough to the database's to be believed. */
  isTrusted(): boolean {
    return Math.abs(this.#skewMs) <= TOO_MUCH_MS
  }

  async compare(): Promise<void> {
    const { clock, databaseNow, onSkew } = this.#options
    if (!databaseNow) return
    const before = clock.elapsed()
    const now = await databaseNow()
    const after = clock.elapsed()
    // It was read somewhere in between; half of the way is the best guess.
    this.#seen = { now: now + (after - before) / 2, elapsed: after }
    this.#skewMs = clock.now() - this.now()
    if (Math.abs(this.#skewMs) > WORTH_A_WARNING_MS) onSkew(this.#skewMs)
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
