import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { MetricObject } from 'prom-client'
import type { Config } from '../../platform/config/schema.ts'
import { backoffMs } from '../../platform/kernel/backoff.ts'
import { SEAT, type Seat, type ToParent, type ToWorker } from './messages.ts'
import { configFor } from './worker.ts'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5000
/** A worker that has lived for so long died of something else than the one before. */
const SETTLED_MS = 10_000
const FIGURES_MS = 2000
/** Of a worker's threads, the usual four are for files and names; the others hash. */
const OTHER_THREADS = 4

/**
 * The process that owns the socket and the signals, and starts as many others as there are cores to answer. Connections are dealt
 * out in turn. A worker that dies is replaced, and the others go on meanwhile.
 */
export class Workers {
  readonly #config: Config
  readonly #picked: Seat['picked']
  readonly #log: Logger
  readonly #byNumber = new Map<number, Worker>()
  #isStopping = false
  #questions = 0

  constructor(config: Config, picked: Seat['picked'], log: Logger) {
    this.#config = config
    this.#picked = picked
    this.#log = log
    cluster.schedulingPolicy = cluster.SCHED_RR
  }

  /** The first one migrates the database, and where it cannot start, none can. False then; it has said why. */
  async start(): Promise<boolean> {
    if (!(await this.#add(1))) return false
    const others = Array.from({ length: this.#config.server.workers - 1 }, (_, at) => at + 2)
    await Promise.all(others.map((number) => this.#fill(number, 0)))
    return true
  }

  /** One after the other is replaced by a new one, which is ready before the old one stops. */
  async roll(): Promise<void> {
    for (const [number, old] of this.#byNumber) {
      if (this.#isStopping) return
      if (!(await this.#add(number))) return this.#log.error({ worker: number }, 'a new worker did not start: the old ones go on')
      await stop(old)
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && stop(worker)))
  }

  /** Of each worker that answers in time. */
  figures(): Promise<readonly (readonly MetricObject[])[]> {
    const question = ++this.#questions
    return Promise.all([...this.#byNumber.values()].map((worker) => figuresOf(worker, question)))
  }

  /** True once it answers requests. */
  async #add(number: number): Promise<boolean> {
    const worker = this.#fork(number)
    const isReady = await becomesReady(worker)
    if (!isReady) return false
    this.#byNumber.set(number, worker)
    this.#log.info({ worker: number, pid: worker.process.pid }, 'a worker is ready')
    void this.#watch(number, worker)
    return true
  }

  #fork(number: number): Worker {
    const of = this.#config.server.workers
    const seat: Seat = { number, of, ...(this.#picked && { picked: this.#picked }) }
    const threads = configFor(seat, this.#config).passwords.hashConcurrency + OTHER_THREADS
    return cluster.fork({ [SEAT]: JSON.stringify(seat), UV_THREADPOOL_SIZE: String(threads) })
  }

  async #watch(number: number, worker: Worker): Promise<void> {
    const began = performance.now()
    const [code, signal] = await once(worker, 'exit')
    if (this.#isStopping || this.#byNumber.get(number) !== worker) return
    this.#byNumber.delete(number)
    this.#log.error({ worker: number, code, signal }, 'a worker has ended, and is replaced')
    await this.#fill(number, performance.now() - began > SETTLED_MS ? 0 : 1)
  }

  /** Until there is a worker with this number, after longer and longer pauses. */
  async #fill(number: number, before: number): Promise<void> {
    for (let failures = before; ; failures++) {
      if (failures > 0) await sleep(backoffMs(failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS))
      if (this.#isStopping || (await this.#add(number))) return
    }
  }
}

const tell = (worker: Worker, message: ToWorker): void => {
  if (worker.isConnected()) worker.send(message, () => undefined)
}

const becomesReady = (worker: Worker): Promise<boolean> =>
  new Promise((resolve) => {
    worker.on('message', ({ kind }: ToParent) => kind === 'ready' && resolve(true))
    worker.once('exit', () => resolve(false))
    worker.on('error', () => resolve(false)) // the system has no room for another process
  })

async function stop(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const ended = once(worker, 'exit')
  tell(worker, { kind: 'stop' })
  await ended
}

const figuresOf = (worker: Worker, question: number): Promise<readonly MetricObject[]> =>
  new Promise((resolve) => {
    const read = (message: ToParent): void => {
      if (message.kind === 'figures' && message.question === question) end(message.figures)
    }
    const end = (figures: readonly MetricObject[]): void => {
      clearTimeout(timer)
      worker.off('message', read)
      resolve(figures)
    }
    const timer = setTimeout(end, FIGURES_MS, [])
    worker.on('message', read)
    tell(worker, { kind: 'figures', question })
  })
