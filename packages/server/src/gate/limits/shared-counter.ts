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
  /** So much this process may keep to itself. */
  readonly unshared: number
  /** What all processes together had counted when they were last asked. */
  shared: number
  /** What was counted here since. */
  own: number
}

const WINDOW_MS = 60_000
const FLUSH_MS = 1000
/** Rows per flush: small enough that no request notices the transaction. */
const BATCH = 200
/** Some megabytes. Past it the counter that came first is forgotten. */
const MAX_COUNTERS = 50_000
/** What one process may keep to itself, as a part of the limit: most clients never cost a statement. */
const UNSHARED_PART = 20

/**
 * Counts requests per client and minute in memory, and shares what it has counted through the database about once a
 * second. So a request costs no statement, and several processes still hold one limit between them, more or less. While
 * the database does not take it, each process holds the limit alone.
 */
export class SharedCounter {
  readonly #options: SharedCounterOptions
  readonly #counters = new Map<string, LocalCount>()
  #endsAt = 0
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()

  constructor(options: SharedCounterOptions) {
    this.#options = options
  }

  /** Counts a request in all of them, or in none. Undefined when it is within every limit, else the time from which the next one is. */
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

  /** Takes a request back that was counted in all of them, unless its minute is over. */
  giveBack(counters: readonly ClientCounter[]): void {
    for (const { name } of counters) {
      const seen = this.#counters.get(name)
      if (seen && seen.shared + seen.own > 0) seen.own--
    }
  }

  /** Shares what is worth it, and learns what the others have counted. */
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

  /** Every process turns at the same full minute, so that their counts belong together. */
  #turn(now: number): void {
    if (this.#isCurrent(now)) return
    this.#counters.clear()
    this.#endsAt = (Math.floor(now / WINDOW_MS) + 1) * WINDOW_MS
  }

  /** A clock that was set back is before the minute, and then that minute is over as well. */
  #isCurrent(now: number): boolean {
    return now < this.#endsAt && now >= this.#endsAt - WINDOW_MS
  }

  #meet(counter: ClientCounter): LocalCount {
    const [eldest] = this.#counters.keys()
    if (eldest !== undefined && this.#counters.size >= MAX_COUNTERS) this.#counters.delete(eldest)
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
    if (!this.#isCurrent(now)) return // a new minute has begun, and no request has come in it
    const due = [...this.#counters.values()]
      .filter(({ own, unshared }) => own >= unshared)
      .slice(0, BATCH)
      .map((seen) => ({ seen, by: seen.own, bucket: bucketOf(seen.counter) }))
      // In one order everywhere: two processes that lock rows crosswise would wait for each other.
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
