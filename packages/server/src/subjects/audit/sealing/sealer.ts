import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { headIn } from '../../../gate/audit/log/head.ts'
import { sealedEventsIn } from '../../../gate/audit/log/sealed-events.ts'
import { SEALING_WORK } from '../../../gate/audit/tables/audit.ts'
import type { Context } from '../../../gate/deps.ts'
import type { Chore, Worker } from '../../../gate/subject.ts'
import type { Sealed } from './seal-events.ts'

/** Longer than a round takes: a process that holds a lease past this has died. */
const LEASE_MS = 10_000
const WAIT_MS = 1000
const WORTH_A_ROUND = 500
/** After a round that failed. */
const REST_MS = 30_000
const CHECKPOINT_MS = 60_000
/** Another process may have written one, a little before its minute was over. */
const NEAR_MS = 5000

/**
 * Seals events a second after they were written, or at once where many wait, and looks once a second for those of the command line and of
 * processes that died. It loads what it needs with the first event.
 */
export class Sealer implements Worker {
  readonly name = SEALING_WORK
  readonly #contextFor: () => Context
  readonly #log: Logger
  readonly #waitMs: number
  readonly #checkpointMs: number
  readonly #holder = randomUUID()
  #waiting = 0
  #timer: NodeJS.Timeout | undefined
  /** Runs while something was sealed since the last checkpoint. */
  #checkpointTimer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #round: Promise<void> | undefined
  readonly #sealed: Sealed = { size: 0 }
  readonly #look: NodeJS.Timeout | undefined
  #isStopped = false

  /** Where the wait never ends, a round has to be asked for. */
  constructor(contextFor: () => Context, log: Logger, waitMs = WAIT_MS, checkpointMs = CHECKPOINT_MS) {
    this.#contextFor = contextFor
    this.#log = log
    this.#waitMs = waitMs
    this.#checkpointMs = checkpointMs
    if (Number.isFinite(waitMs)) this.#look = setInterval(() => void this.#lookAround(), waitMs).unref()
  }

  wake(): void {
    if (this.#isStopped || !Number.isFinite(this.#waitMs)) return
    this.#waiting++
    if (this.#waiting >= WORTH_A_ROUND) void this.#begin()
    else this.#timer ??= setTimeout(() => void this.#begin(), this.#waitMs).unref()
  }

  readonly chore: Chore = async () => {
    if (this.#isStopped || !Number.isFinite(this.#waitMs)) return false
    // A database that is away is told by those who wait for it.
    if (await this.#hasDue().catch(() => false)) await this.#begin()
    return false
  }

  async #lookAround(): Promise<void> {
    if (!this.#timer && !this.#round) await this.chore(this.#contextFor(), 0)
  }

  #hasDue(): Promise<boolean> {
    const { store, sharedTime } = this.#contextFor().deps
    return sealedEventsIn(store).hasDue(sharedTime.now())
  }

  async idle(): Promise<void> {
    await this.#round
  }

  /** What has been written is sealed before the end, and the log says how far it is. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    clearInterval(this.#look)
    await this.#round
    if (Number.isFinite(this.#waitMs) && (await this.#hasDue().catch(() => false))) await this.#begin()
    await this.#writing
    if (this.#checkpointTimer) await this.#checkpoint(0)
  }

  #begin(): Promise<void> {
    this.#round ??= this.#seal()
      .catch((err: unknown) => {
        this.#log.error({ err }, 'events of the audit log could not be sealed')
        this.#again(REST_MS)
      })
      .finally(() => {
        this.#round = undefined
      })
    return this.#round
  }

  async #seal(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#waiting = 0
    const { store, sharedTime } = this.#contextFor().deps
    const head = headIn(store)
    const now = sharedTime.now()
    // Before the first event there is nothing to lease.
    if ((await head.isBegun()) && !(await head.lease(this.#holder, now, now + LEASE_MS))) return this.#again(this.#waitMs)
    const { sealEvents } = await import('./seal-events.ts')
    try {
      if ((await sealEvents(this.#contextFor, this.#sealed)) > 0) this.#checkpointLater()
    } finally {
      await head.release(this.#holder)
    }
  }

  #checkpointLater(): void {
    this.#checkpointTimer ??= setTimeout(() => {
      this.#writing = this.#checkpoint(CHECKPOINT_MS - NEAR_MS)
    }, this.#checkpointMs).unref()
  }

  async #checkpoint(atLeastMs: number): Promise<void> {
    clearTimeout(this.#checkpointTimer)
    this.#checkpointTimer = undefined
    try {
      const { writeCheckpoint } = await import('./write-checkpoint.ts')
      if ((await writeCheckpoint(this.#contextFor(), atLeastMs)) === 'too early') this.#checkpointLater()
    } catch (err) {
      this.#log.error({ err }, 'a checkpoint of the audit log could not be written')
      if (!this.#isStopped) this.#checkpointLater()
    }
  }

  #again(afterMs: number): void {
    if (this.#isStopped) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#begin(), afterMs).unref()
  }
}
