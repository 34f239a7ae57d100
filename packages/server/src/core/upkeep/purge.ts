import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '../../kernel/clock.ts'
import { DEVICE_MS } from '../../kernel/device-token.ts'
import type { Store } from '../../store/store.ts'
import { recountDays } from './recount-days.ts'
import type { SharedTime } from './shared-time.ts'

interface PurgeOptions {
  readonly store: Store
  readonly time: SharedTime
  /** How long the audit log keeps an event, in milliseconds; 0 is for ever. */
  readonly auditRetention: number
  /** How long invites are kept that have ended, in milliseconds. */
  readonly inviteRetention: number
  readonly onError: (error: unknown) => void
}

interface Purgeable {
  /** How many rows went: as many as `limit` or more when there may be others. */
  purge(before: number, limit: number): Promise<number>
}

const EVERY_MS = 60_000
/** What has expired is kept for a day, so that it can still say that it has. */
const KEPT_MS = DAY_MS
/** A ticket is on its way for seconds. */
const TICKET_KEPT_MS = 600_000
/** Small enough that a request which comes in meanwhile does not notice; see docs/guide/performance.md. */
const BATCH = 100
const PAUSE_MS = 20

/**
 * Removes what has expired or ended and what is left of deleted accounts, makes the words of accounts and organisations that were written
 * without and, once a day, counts the days anew: in small batches in the background. Several processes may do so at once.
 */
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
    const { store, time, auditRetention, inviteRetention } = this.#options
    await time.compare()
    // What is removed is gone for all: a process that is wrong about the day must not be the one that decides.
    if (!time.isTrusted()) return 0
    const { sessionEndings, removedAccounts, refreshTokens, codes, challenges, spentStates, limits, outbox, devices, audit } =
      store
    const { appTickets, appSessions, pendingTotpSeeds, orgSlugs, emailChanges, emailReverts, deviceReports, activity } = store
    const now = time.now()
    let removed = 0
    for (const table of [
      refreshTokens,
      sessionEndings,
      codes,
      challenges,
      spentStates,
      limits,
      outbox,
      appSessions,
      pendingTotpSeeds,
      orgSlugs,
      emailChanges,
      emailReverts,
      deviceReports,
    ]) {
      removed += await this.#remove(table, now - KEPT_MS)
    }
    removed += await this.#remove(appTickets, now - TICKET_KEPT_MS)
    removed += await this.#remove(devices, now - DEVICE_MS)
    for (const table of [store.invites, store.orgInvites]) removed += await this.#remove(table, now - inviteRetention)
    await this.#catchUpOnWords()
    // Last: there may be a million sessions or, the first time, years of the log, and the others need not wait for that.
    removed += await this.#remove(removedAccounts, now)
    const keptSince = auditRetention > 0 ? now - auditRetention : 0
    removed += await this.#remove(audit, keptSince)
    removed += await this.#remove(activity, keptSince)
    await store.dayCounters.purge(keptSince)
    await this.#recount(now, keptSince)
    return removed
  }

  async #remove(table: Purgeable, before: number): Promise<number> {
    let total = 0
    while (!this.#isStopped) {
      const removed = await table.purge(before, BATCH)
      total += removed
      if (removed < BATCH) break
      await sleep(PAUSE_MS)
    }
    return total
  }

  async #recount(now: number, keptSince: number): Promise<void> {
    const today = Math.floor(now / DAY_MS)
    if (this.#recountedOn === today) return
    const { store } = this.#options
    await recountDays({ store, now, keptSince, isStopped: () => this.#isStopped })
    this.#recountedOn = today
  }

  async #catchUpOnWords(): Promise<void> {
    for (const table of ['accountWords', 'orgWords'] as const) {
      const catchUp = () => this.#options.store.transaction((tx) => tx[table].catchUp(BATCH))
      while (!this.#isStopped && (await catchUp()) > 0) await sleep(PAUSE_MS)
    }
  }
}
