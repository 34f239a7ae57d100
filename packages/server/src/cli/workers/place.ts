import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { backoffMs } from '../../platform/kernel/backoff.ts'
import { SEAT, type Seat, type ToParent } from './messages.ts'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5000
/** A worker that has lived for so long died of something else than the one before. */
const SETTLED_MS = 10_000

interface PlaceOptions {
  readonly seat: Seat
  /** A worker reads its settings anew, and so is the number of its threads. */
  readonly threads: () => number
  readonly log: Logger
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal
  /** Every worker that is started here, before it is ready. */
  readonly onFork: (worker: ChildProcess) => void
  readonly retire: (worker: ChildProcess) => Promise<void>
}

/** One of the workers. When it dies another takes its place, after longer and longer pauses where it dies again. */
export class Place {
  readonly #options: PlaceOptions
  #worker: ChildProcess | undefined
  #failures = 0
  /** One thing after the other: a worker that dies while it is replaced has a successor already. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: PlaceOptions) {
    this.#options = options
  }

  /** Tried once: true once it answers requests. */
  try(): Promise<boolean> {
    return this.#inTurn(() => this.#add())
  }

  /** Until there is one, or the service stops. */
  fill(): Promise<void> {
    return this.#inTurn(async () => {
      const { stopping } = this.#options
      while (!stopping.aborted && !this.#worker) {
        const pause = this.#failures > 0 ? backoffMs(this.#failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS) : 0
        await sleep(pause, undefined, { signal: stopping }).catch(() => undefined)
        if (!stopping.aborted) await this.#add()
      }
    })
  }

  /** The new one is ready before the old one stops. False, and the old one goes on, where it does not start. */
  replace(): Promise<boolean> {
    return this.#inTurn(async () => {
      const old = this.#worker
      if (this.#options.stopping.aborted || !(await this.#add())) return false
      if (old) await this.#options.retire(old)
      return true
    })
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  async #add(): Promise<boolean> {
    const { seat, threads, log, onFork } = this.#options
    const [, program = '', ...args] = process.argv
    const env = { ...process.env, [SEAT]: JSON.stringify(seat), UV_THREADPOOL_SIZE: String(threads()) }
    const worker = fork(program, args, { env })
    onFork(worker)
    const isReady = await becomesReady(worker)
    if (!isReady) {
      this.#failures++
      return false
    }
    this.#worker = worker
    log.info({ worker: seat.number, pid: worker.pid }, 'a worker is ready')
    this.#watch(worker)
    return true
  }

  #watch(worker: ChildProcess): void {
    const { seat, log, stopping } = this.#options
    const began = performance.now()
    const ended = (code: number | null, signal: string | null): void => {
      if (stopping.aborted || this.#worker !== worker) return
      this.#worker = undefined
      this.#failures = performance.now() - began > SETTLED_MS ? 0 : this.#failures + 1
      log.error({ worker: seat.number, code, signal }, 'a worker has ended, and is replaced')
      void this.fill()
    }
    if (hasExited(worker)) ended(worker.exitCode, worker.signalCode)
    else worker.once('exit', ended)
  }
}

export const hasExited = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

const becomesReady = (worker: ChildProcess): Promise<boolean> =>
  new Promise((resolve) => {
    worker.on('message', ({ kind }: ToParent) => kind === 'ready' && resolve(true))
    worker.once('exit', () => resolve(false))
    worker.on('error', () => resolve(false)) // the system has no room for another process
  })
