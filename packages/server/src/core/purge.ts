import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../kernel/clock.ts'
import { DEVICE_MS } from '../kernel/device-token.ts'
import type { Store } from '../store/store.ts'

interface PurgeOptions {
  readonly store: Store
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

const EVERY_MS = 60_000
/** What has expired is kept for a day, so that it can still say that it has. */
const KEPT_MS = 86_400_000
/** Small enough that a request which comes in meanwhile does not notice; see docs/guide/performance.md. */
const BATCH = 100
const PAUSE_MS = 20

/**
 * Removes what has expired, and counts the accounts that lists of them skip: in small batches in the background.
 * Several processes may do so at once.
 */
export class Purge {
  readonly #options: PurgeOptions
  readonly #timer: NodeJS.Timeout
  #running: Promise<number> | undefined
  #isStopped = false

  constructor(options: PurgeOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.run().catch(options.onError), EVERY_MS).unref()
  }

  /** Removes everything that is due, and says how many rows that were. */
  run(): Promise<number> {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#running?.catch(() => undefined)
  }

  async #work(): Promise<number> {
    const removed = await this.#removeAll()
    await this.#settleSpans()
    return removed
  }

  async #removeAll(): Promise<number> {
    const { sessions, refreshTokens, codes, challenges, spentStates, limits, outbox, devices } = this.#options.store
    const now = this.#options.clock.now()
    let total = 0
    for (const table of [refreshTokens, sessions, codes, challenges, spentStates, limits, outbox]) {
      total += await this.#removeFrom(table, now - KEPT_MS)
    }
    return total + (await this.#removeFrom(devices, now - DEVICE_MS))
  }

  async #removeFrom(table: { purge(before: number, limit: number): Promise<number> }, before: number): Promise<number> {
    let total = 0
    for (let removed = BATCH; removed === BATCH && !this.#isStopped; total += removed) {
      removed = await table.purge(before, BATCH)
      await sleep(PAUSE_MS)
    }
    return total
  }

  async #settleSpans(): Promise<void> {
    const { store, clock } = this.#options
    const settle = () => store.transaction((tx) => tx.accountSpans.settle(clock.now()))
    const mark = () => store.accountSpans.mark(clock.now())
    for (const step of [settle, mark]) while (!this.#isStopped && (await step())) await sleep(PAUSE_MS)
  }
}
