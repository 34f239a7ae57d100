import type { ChildProcess } from 'node:child_process'
import type { Logger } from 'pino'
import type { Config } from '../../platform/config/schema.ts'
import { stopTimes } from '../../platform/kernel/stop-times.ts'
import { Dealer } from './dealer.ts'
import type { Seat, ToParent } from './messages.ts'
import { hasExited, Place } from './place.ts'
import { tell } from './tell.ts'
import { configFor } from './worker.ts'
import { WorkerFigures } from './worker-figures.ts'

/** Of a worker's threads, the usual four are for files and names; the others hash. */
const OTHER_THREADS = 4
/** A worker ends by itself before that, unless it hangs. */
const LONGEST_STOP_MS = 2 * (stopTimes.endMs + stopTimes.lingerMs)

type Broken = Pick<Extract<ToParent, { readonly kind: 'broken' }>, 'reason' | 'exitCode'>

interface WorkersOptions {
  readonly config: Config
  /** Read anew, as a worker reads it when it starts. */
  readonly reread: () => Config
  readonly picked: Seat['picked']
  /** A listening socket. */
  readonly handed: number | undefined
  readonly log: Logger
}

/** The process that has the port and the signals, and starts others to answer. One that dies is replaced, and the others go on meanwhile. */
export class Workers {
  readonly #options: WorkersOptions
  readonly #places: readonly Place[]
  readonly #dealer: Dealer
  readonly #stopping = new AbortController()
  readonly #living = new Set<ChildProcess>()
  readonly #ready = new WeakSet<ChildProcess>()
  readonly figures = new WorkerFigures()
  /** Resolves where a worker cannot promise any more that what is written survives: the others write to the same file. */
  readonly broken: Promise<Broken>
  #onBroken: (broken: Broken) => void = () => undefined

  constructor(options: WorkersOptions) {
    this.#options = options
    const { picked, log } = options
    const { maxConnections, workers: of } = options.config.server
    this.broken = new Promise((resolve) => (this.#onBroken = resolve))
    this.#dealer = new Dealer(maxConnections)
    this.#places = Array.from({ length: of }, (_, at) => {
      const seat: Seat = { number: at + 1, of, ...(picked && { picked }) }
      const threads = () => configFor(seat, this.#reread()).passwords.hashConcurrency + OTHER_THREADS
      const [onFork, retire] = [(worker: ChildProcess) => this.#listen(worker), (worker: ChildProcess) => this.#retire(worker)]
      return new Place({ seat, threads, log, stopping: this.#stopping.signal, onFork, retire })
    })
  }

  /** The first one migrates the database, and where it cannot start, none can. False then; it has said why. */
  async start(): Promise<boolean> {
    const [first, ...others] = this.#places
    if (!(await first?.try())) return false
    await this.#openPort()
    await Promise.all(others.map((one) => one.fill()))
    return true
  }

  /** One after the other is replaced by a new one, which reads its settings. */
  async roll(): Promise<boolean> {
    for (const place of this.#places) {
      if (await place.replace()) continue
      if (this.#stopping.signal.aborted) return false
      this.#options.log.error('a new worker did not start: the old ones go on')
      return false
    }
    return true
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#dealer.end()
    await Promise.all([...this.#living].map((worker) => this.#retire(worker)))
    this.#dealer.close()
  }

  /** Nothing more may be written, not even in good order: the last to close the file would move its log into it. */
  kill(): void {
    this.#stopping.abort()
    for (const worker of this.#living) worker.kill('SIGKILL')
  }

  async #openPort(): Promise<void> {
    const { config, picked, handed, log } = this.#options
    const { host, publicUrl } = config.server
    const { address, port } = await this.#dealer.listen(host, picked?.port ?? config.server.port, handed)
    log.info({ address: picked?.publicUrl ?? publicUrl, host: handed === undefined ? host : address, port }, 'listening')
  }

  #listen(worker: ChildProcess): void {
    this.figures.follow(worker)
    this.#living.add(worker)
    worker.once('exit', () => this.#living.delete(worker))
    worker.on('message', (message: ToParent) => {
      if (message.kind === 'ready') {
        this.#ready.add(worker)
        this.#dealer.join(worker)
      }
      if (message.kind === 'taken') this.#dealer.taken(worker, message.id)
      if (message.kind === 'shut') void this.#dealer.leave(worker)
      if (message.kind === 'broken') this.#onBroken(message)
    })
  }

  /** Where they cannot be read, no new worker starts either. */
  #reread(): Config {
    try {
      return this.#options.reread()
    } catch {
      return this.#options.config
    }
  }

  /** One that is not ready yet does not listen, and has nothing to end in good order. */
  #retire(worker: ChildProcess): Promise<void> {
    if (hasExited(worker)) return Promise.resolve()
    if (this.#ready.has(worker)) tell(worker, { kind: 'stop' })
    else worker.kill('SIGTERM')
    const giveUp = () => void worker.kill('SIGKILL')
    const timer = setTimeout(giveUp, this.#options.config.server.stopDelay + LONGEST_STOP_MS)
    return new Promise((resolve) =>
      worker.once('exit', () => {
        clearTimeout(timer)
        resolve()
      }),
    )
  }
}
