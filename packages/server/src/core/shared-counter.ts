import type { Clock } from '../kernel/clock.ts'
import type { Store } from '../store/store.ts'

export interface SharedCounterOptions {
  readonly max: number
  readonly bucketOf: (client: string) => string
  readonly storeFor: () => Store
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

interface Seen {
  /** What all processes together had counted when they were last asked. */
  shared: number
  /** What was counted here since. */
  own: number
}

const WINDOW_MS = 60_000
const FLUSH_MS = 1000
/** Rows per flush: small enough that nobody notices the transaction. */
const BATCH = 200
/** Some megabytes. Past it the client that came first is forgotten. */
const MAX_CLIENTS = 50_000
/** What one process may keep to itself, as a part of the limit: most clients never cost a statement. */
const UNSHARED_PART = 20

/**
 * Counts requests per client and minute in memory, and shares what it has counted through the database about once a
 * second. So a request costs no statement, and several processes still hold one limit between them, more or less. While
 * the database does not take it, each process holds the limit alone.
 */
export class SharedCounter {
  readonly #options: SharedCounterOptions
  readonly #unshared: number
  readonly #clients = new Map<string, Seen>()
  #endsAt = 0
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()

  constructor(options: SharedCounterOptions) {
    this.#options = options
    this.#unshared = Math.max(1, Math.floor(options.max / UNSHARED_PART))
  }

  /** Counts a request. Undefined when it is within the limit, else the time from which the next one is. */
  hit(client: string): number | undefined {
    this.#turn(this.#options.clock.now())
    const seen = this.#clients.get(client) ?? this.#meet(client)
    if (seen.shared + seen.own >= this.#options.max) return this.#endsAt
    seen.own++
    if (seen.own >= this.#unshared) this.#flushSoon()
    return undefined
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
    if (now < this.#endsAt) return
    this.#clients.clear()
    this.#endsAt = (Math.floor(now / WINDOW_MS) + 1) * WINDOW_MS
  }

  #meet(client: string): Seen {
    const [eldest] = this.#clients.keys()
    if (eldest !== undefined && this.#clients.size >= MAX_CLIENTS) this.#clients.delete(eldest)
    const seen = { shared: 0, own: 0 }
    this.#clients.set(client, seen)
    return seen
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }

  async #share(): Promise<void> {
    const { storeFor, bucketOf, clock } = this.#options
    const [now, expiresAt] = [clock.now(), this.#endsAt]
    if (now >= expiresAt) return // a new minute has begun, and nobody has come in it
    const due = [...this.#clients]
      .filter(([, { own }]) => own >= this.#unshared)
      .slice(0, BATCH)
      .map(([client, seen]) => ({ seen, by: seen.own, bucket: bucketOf(client) }))
      // In one order everywhere: two processes that lock rows crosswise would wait for each other.
      .sort((one, other) => (one.bucket < other.bucket ? -1 : 1))
    if (due.length === 0) return
    const counts = await storeFor().transaction(async (tx) => {
      const found: number[] = []
      for (const { bucket, by } of due) found.push((await tx.limits.count(bucket, { by, expiresAt }, now)).count)
      return found
    })
    for (const [at, { seen, by }] of due.entries()) {
      seen.shared = counts[at] ?? 0
      seen.own -= by
    }
    if (due.length === BATCH) this.#flushSoon()
  }
}
