import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import type { Config } from '../../platform/config/schema.ts'
import { stopTimes } from '../../platform/kernel/stop-times.ts'
import type { Seat, ToParent } from './messages.ts'
import { Place } from './place.ts'
import { tell } from './tell.ts'
import { configFor } from './worker.ts'
import { WorkerFigures } from './worker-figures.ts'

/** Of a worker's threads, the usual four are for files and names; the others hash. */
const OTHER_THREADS = 4
/** A worker ends by itself before that, unless it hangs. */
const LONGEST_STOP_MS = 2 * (stopTimes.endMs + stopTimes.lingerMs)

/**
 * The process that has the signals, and starts as many others as there are cores to answer. Connections are dealt out in turn. A
 * worker that dies is replaced, and the others go on meanwhile.
 */
export class Workers {
  readonly #config: Config
  readonly #log: Logger
  readonly #places: readonly Place[]
  readonly #stopping = new AbortController()
  readonly #ready = new WeakSet<Worker>()
  readonly figures = new WorkerFigures()
  /** Resolves where a worker cannot promise any more that what is written survives: the others write to the same file. */
  readonly broken: Promise<string>
  #onBroken: (reason: string) => void = () => undefined

  constructor(config: Config, picked: Seat['picked'], log: Logger) {
    this.#config = config
    this.#log = log
    this.broken = new Promise((resolve) => (this.#onBroken = resolve))
    cluster.schedulingPolicy = cluster.SCHED_RR
    const of = config.server.workers
    this.#places = Array.from({ length: of }, (_, at) => {
      const seat: Seat = { number: at + 1, of, ...(picked && { picked }) }
      const threads = configFor(seat, config).passwords.hashConcurrency + OTHER_THREADS
      const [onFork, retire] = [(worker: Worker) => this.#listen(worker), (worker: Worker) => this.#retire(worker)]
      return new Place({ seat, threads, log, stopping: this.#stopping.signal, onFork, retire })
    })
  }

  /** The first one migrates the database, and where it cannot start, none can. False then; it has said why. */
  async start(): Promise<boolean> {
    const [first, ...others] = this.#places
    if (!(await first?.try())) return false
    await Promise.all(others.map((one) => one.fill()))
    return true
  }

  /** One after the other is replaced by a new one. */
  async roll(): Promise<void> {
    for (const place of this.#places)
      if (!(await place.replace())) return void this.#log.error('a new worker did not start: the old ones go on')
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(living().map((worker) => this.#retire(worker)))
  }

  /** Nothing more may be written, not even in good order: the last to close the file would move its log into it. */
  kill(): void {
    this.#stopping.abort()
    for (const worker of living()) worker.process.kill('SIGKILL')
  }

  #listen(worker: Worker): void {
    this.figures.follow(worker)
    worker.on('message', (message: ToParent) => {
      if (message.kind === 'ready') this.#ready.add(worker)
      if (message.kind === 'broken') this.#onBroken(message.reason)
    })
  }

  /** One that is not ready yet does not listen, and has nothing to end in good order. */
  #retire(worker: Worker): Promise<void> {
    if (worker.isDead()) return Promise.resolve()
    if (this.#ready.has(worker)) tell(worker, { kind: 'stop' })
    else worker.process.kill('SIGTERM')
    const giveUp = () => void worker.process.kill('SIGKILL')
    const timer = setTimeout(giveUp, this.#config.server.stopDelay + LONGEST_STOP_MS)
    return new Promise((resolve) =>
      worker.once('exit', () => {
        clearTimeout(timer)
        resolve()
      }),
    )
  }
}

const living = (): readonly Worker[] => Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? [])
