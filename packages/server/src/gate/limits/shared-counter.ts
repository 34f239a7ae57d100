import { BoundedMap } from '../../platform/kernel/bounded-map.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { Store } from '../../platform/store/store.ts'
import type { ClientCounter } from './client-counters.ts'
import { limitsIn } from './tables/limits.ts'

export interface SharedCounterOptions {
  readonly bucketOf: (counter: ClientCounter) => string
  readonly storeFor: () => Store
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

interface LocalCount {
  readonly counter: ClientCounter
  readonly unshared: number
  /** The count of all processes when it was last read. */
  shared: number
  /** The count of this process since. */
  own: number
}

const WINDOW_MS = 60_000
const FLUSH_MS = 1000
/** Rows per flush: small enough that the transaction delays no request noticeably. */
const BATCH = 200
/** Some megabytes. Past the limit one that is not in use is forgotten. */
const MAX_COUNTERS = 50_000
/** The part of the limit that one process may count unshared, so that most clients never cost a statement. */
const UNSHARED_PART = 20

/**
 * Counts requests per client and minute in memory, and shares the counts through the database about once a second. So a request
 * costs no statement, and several processes still share one limit, more or less. While the database is down, each process
 * applies the limit alone.
 */
export class SharedCounter {
  readonly #options: SharedCounterOptions
  readonly #counters = new BoundedMap<LocalCount>(MAX_COUNTERS)
  #endsAt = 0
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()

  constructor(options: SharedCounterOptions) {
    this.#options = options
  }

  /** Counts a request in all counters or in none: where a limit is reached, returns when the next request may come. */
  hit(counters: readonly ClientCounter[]): number | undefined {
    this.#turn(this.#options.clock.now())
    for (const counter of counters) {
      const seen = this.#counters.get(counter.name)
      if (seen && seen.shared + seen.own >= counter.max) return this.#endsAt
    }
    for (const counter of counters) {
      const seen = this.#counters.get(counter.name) ?? this.#meet(counter)
      seen.own++
      if (seen.own >= seen.unshared) this.#flushSoon()
    }
    return undefined
  }

  /** Does nothing once the minute is over. */
  giveBack(counters: readonly ClientCounter[]): void {
    for (const { name } of counters) {
      const seen = this.#counters.get(name)
      if (seen && seen.shared + seen.own > 0) seen.own--
    }
  }

  /** What is shared already stays in the database. */
  clear(): void {
    this.#counters.clear()
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#flushing = this.#flushing.then(() => this.#share()).catch(this.#options.onError)
    return this.#flushing
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#flushing
  }

  /** Every process starts anew at the same full minute, so that their counts add up. */
  #turn(now: number): void {
    if (this.#isCurrent(now)) return
    this.#counters.clear()
    this.#endsAt = (Math.floor(now / WINDOW_MS) + 1) * WINDOW_MS
  }

  /** Also false for a clock that was set back to before the minute. */
  #isCurrent(now: number): boolean {
    return now < this.#endsAt && now >= this.#endsAt - WINDOW_MS
  }

  #meet(counter: ClientCounter): LocalCount {
    const seen = { counter, unshared: Math.max(1, Math.floor(counter.max / UNSHARED_PART)), shared: 0, own: 0 }
    this.#counters.set(counter.name, seen)
    return seen
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }

  async #share(): Promise<void> {
    const { storeFor, bucketOf, clock } = this.#options
    const [now, expiresAt] = [clock.now(), this.#endsAt]
    if (!this.#isCurrent(now)) return // a new minute has begun, without any request yet
    const due = [...this.#counters.values()]
      .filter(({ own, unshared }) => own >= unshared)
      .slice(0, BATCH)
      .map((seen) => ({ seen, by: seen.own, bucket: bucketOf(seen.counter) }))
      // In the same order everywhere, so that two processes never deadlock.
      .sort((one, other) => (one.bucket < other.bucket ? -1 : 1))
    if (due.length === 0) return
    const counts = await storeFor().transaction(async (tx) => {
      const found: number[] = []
      for (const { bucket, by } of due) found.push((await limitsIn(tx).count(bucket, { by, expiresAt }, now)).count)
      return found
    })
    for (const [at, { seen, by }] of due.entries()) {
      seen.shared = counts[at] ?? 0
      seen.own -= by
    }
    if (due.length === BATCH) this.#flushSoon()
  }
}
