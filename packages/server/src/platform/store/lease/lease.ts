import { randomUUID } from 'node:crypto'
import { backoffMs } from '../../kernel/backoff.ts'
import { systemClock } from '../../kernel/clock.ts'
import type { Evictable, Follower } from '../engine.ts'
import type { ConnectLease, LeaseConnection } from './connect-lease.ts'
import { LEASE_MS, LOOK_EVERY_MS, MARGIN_MS, RENEW_EVERY_MS } from './lease-times.ts'
import { EVERY_ACCOUNT, SessionLeasesTable } from './session-leases.ts'

type Moment = { readonly elapsed: number; readonly wall: number }

const USE_MS = LEASE_MS - MARGIN_MS
const RETRY_MS = 500
const LONGEST_RETRY_MS = 4000
// The machine's own clocks, because other machines wait for this lease in real time.
const moment = (): Moment => ({ elapsed: systemClock.elapsed(), wall: systemClock.now() })
const NEVER: Moment = { elapsed: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY }

/**
 * The right of this process to use what it keeps in memory. A lease that is not renewed ends before any writer stops waiting for
 * this process: whatever happens to the process, its connection or the database, nothing out of date is used. An ended lease is
 * never revived; the process joins again, under another name and with an empty memory.
 */
export class Lease implements Follower {
  readonly #connect: ConnectLease
  readonly #kept: Evictable
  readonly #onError: (error: unknown) => void
  readonly #running: Promise<void>
  /** Former names whose rows may still be in the table. */
  readonly #left = new Set<string>()
  #failures = 0
  #holder = ''
  /** When the last successful renewal was sent. The lease can run out while the process still joins. */
  #renewed = NEVER
  #isJoined = false
  #isStopped = false
  #isBroken = false
  #isWoken = false
  #wake: () => void = () => undefined

  constructor(connect: ConnectLease, kept: Evictable, onError: (error: unknown) => void) {
    this.#connect = connect
    this.#kept = kept
    this.#onError = onError
    this.#running = this.#run()
  }

  get holder(): string {
    return this.#holder
  }

  isCurrent(): boolean {
    return this.#isJoined && this.#hasNotRunOut()
  }

  /** The monotonic clock may stand still while the machine sleeps, so the wall clock counts as well. */
  #hasNotRunOut(): boolean {
    const { elapsed, wall } = this.#renewed
    return systemClock.elapsed() - elapsed < USE_MS && systemClock.now() - wall < USE_MS
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#wake()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const attempt = { isOver: false }
      await this.#hold(attempt).catch(this.#onError)
      attempt.isOver = true
      this.#isBroken = false
      this.#isWoken = false
      await this.#pause(backoffMs(++this.#failures, RETRY_MS, LONGEST_RETRY_MS))
    }
  }

  /** An abandoned connection still reports its end, which must not cut short the pause before the next attempt. */
  async #hold(attempt: { readonly isOver: boolean }): Promise<void> {
    const connection = await this.#connect({
      onWake: () => {
        if (attempt.isOver) return
        this.#isWoken = true
        this.#wake()
      },
      onBroken: () => {
        if (attempt.isOver) return
        this.#isBroken = true
        this.#lapse()
        this.#wake()
      },
    })
    const leases = new SessionLeasesTable(connection.sql)
    const holder = randomUUID()
    try {
      for (const left of this.#left) await this.#remove(leases, left)
      this.#renewed = moment()
      this.#left.add(holder)
      await leases.add(holder)
      if (!(await this.#join(connection, leases, holder))) return
      while (!this.#isOver && (await this.#renew(leases, holder))) await this.#lookUntilNext(leases, holder)
    } finally {
      this.#lapse()
      if (!this.#isBroken && this.#left.has(holder)) await this.#remove(leases, holder).catch(() => undefined)
      await connection.close()
    }
  }

  /** A row without a process makes the next change wait for a whole lease, so a failed removal is repeated before joining again. */
  async #remove(leases: SessionLeasesTable, holder: string): Promise<void> {
    await leases.remove(holder)
    this.#left.delete(holder)
  }

  /**
   * A transaction that began before our row was committed may not have seen the row, and leaves no message: so nothing is kept before
   * all such transactions have ended. Meanwhile this process acknowledges messages in time like any other holder, because a writer
   * that waits too long removes our row, and later changes would leave no message.
   */
  async #join(connection: LeaseConnection, leases: SessionLeasesTable, holder: string): Promise<boolean> {
    const others = await connection.othersAtWork()
    for (;;) {
      if (this.#isOver || !(await this.#renew(leases, holder))) return false
      if (await others.areOver()) break
      await this.#pause(LOOK_EVERY_MS)
    }
    this.#kept.clear()
    this.#holder = holder
    this.#isJoined = true
    this.#failures = 0
    return !this.#isOver
  }

  /** A renewal counts from when it was sent, and only after everything is evicted that messages had named by then. */
  async #renew(leases: SessionLeasesTable, holder: string): Promise<boolean> {
    const sent = moment()
    if (!(await leases.renew(holder))) return false
    await this.#take(leases, holder)
    if (!this.#hasNotRunOut()) return false
    this.#renewed = sent
    return true
  }

  async #lookUntilNext(leases: SessionLeasesTable, holder: string): Promise<void> {
    while (!this.#isOver && systemClock.elapsed() - this.#renewed.elapsed < RENEW_EVERY_MS) {
      await this.#pause(LOOK_EVERY_MS)
      await this.#take(leases, holder)
    }
  }

  /** Eviction comes first: an acknowledgement says that nothing older is used any more. */
  async #take(leases: SessionLeasesTable, holder: string): Promise<void> {
    this.#isWoken = false
    const messages = await leases.messagesTo(holder)
    if (messages.length === 0) return
    for (const { accountId } of messages)
      if (accountId === EVERY_ACCOUNT) this.#kept.clear()
      else this.#kept.evict(accountId)
    await leases.acknowledge(holder, [...new Set(messages.map(({ change }) => change))])
  }

  get #isOver(): boolean {
    return this.#isStopped || this.#isBroken
  }

  #lapse(): void {
    this.#renewed = NEVER
    this.#isJoined = false
    this.#holder = ''
  }

  async #pause(ms: number): Promise<void> {
    if (this.#isWoken || this.#isOver) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
