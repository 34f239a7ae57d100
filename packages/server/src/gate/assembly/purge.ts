import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '../../platform/kernel/clock.ts'
import type { Store } from '../../platform/store/store.ts'
import { type AnyTable, type Retention, removeOver } from '../../platform/store/table.ts'
import type { Context } from '../deps.ts'
import type { Chore, Subject } from '../subject.ts'
import type { SharedTime } from '../upkeep/shared-time.ts'
import { keptSince, keptUntil } from './kept-until.ts'
import { recountDays } from './recount-days.ts'
import { runChores } from './run-chores.ts'

interface PurgeOptions {
  readonly store: Store
  readonly time: SharedTime
  readonly retention: Retention
  readonly catchUps: readonly NonNullable<Subject['catchUp']>[]
  readonly chores: readonly Chore[]
  readonly contextFor: () => Context
  readonly onError: (error: unknown) => void
  readonly pauseMs: number
}

const EVERY_MS = 60_000
/**
 * Small enough that a request meanwhile is not delayed noticeably; see docs/guide/performance.md. A row that has others below it, or words,
 * is several; a plain one of a table that strangers fill has to go as fast as it comes.
 */
const PLAIN_AT_ONCE = 100
const LADEN_AT_ONCE = 25
const CAUGHT_UP_AT_ONCE = 10

/** Works in small batches in the background. Several processes may do so at once. */
export class Purge {
  readonly #options: PurgeOptions
  readonly #timer: NodeJS.Timeout
  #running: Promise<number> | undefined
  #isStopped = false
  #recountedOn: number | undefined

  constructor(options: PurgeOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.run().catch(options.onError), EVERY_MS).unref()
  }

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
    const { store, time, retention } = this.#options
    await time.compare()
    // What is removed is gone for all processes, so a process with a wrong clock must not decide.
    if (!time.isTrusted()) return 0
    const now = time.now()
    await this.#catchUp()
    // Before rows are removed that say what has become of a mail.
    const { chores, contextFor, pauseMs, onError } = this.#options
    await runChores(chores, { contextFor, now, pauseMs, isStopped: () => this.#isStopped, onError })
    let removed = 0
    for (const table of store.tables) removed += await this.#remove(table, now)
    await this.#recount(now, keptSince(now, retention.audit))
    return removed
  }

  async #remove(table: AnyTable, now: number): Promise<number> {
    const { purged } = table.facts
    if (!('keptMs' in purged)) return 0
    const before = keptUntil(purged, this.#options.retention, now)
    const { sql } = this.#options.store
    const atOnce = 'by' in purged ? LADEN_AT_ONCE : PLAIN_AT_ONCE
    let total = 0
    while (!this.#isStopped) {
      const removed =
        'by' in purged ? await purged.by(sql, before, atOnce) : await removeOver(sql, table, purged.after, before, atOnce)
      total += removed
      if (removed < atOnce) break
      await sleep(this.#options.pauseMs)
    }
    return total
  }

  async #recount(now: number, keptSince: number): Promise<void> {
    const today = Math.floor(now / DAY_MS)
    if (this.#recountedOn === today) return
    const { store, pauseMs } = this.#options
    await recountDays({ store, now, keptSince, pauseMs, isStopped: () => this.#isStopped })
    this.#recountedOn = today
  }

  async #catchUp(): Promise<void> {
    const { store, catchUps } = this.#options
    for (const catchUp of catchUps) {
      const some = () => store.transaction((tx) => catchUp(tx, CAUGHT_UP_AT_ONCE))
      while (!this.#isStopped && (await some()) > 0) await sleep(this.#options.pauseMs)
    }
  }
}
