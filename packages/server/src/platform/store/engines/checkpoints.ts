import { Worker } from 'node:worker_threads'
import type { Checkpoint, Mode } from './checkpoint-worker.ts'

/** The log begins anew after this and keeps the size, as a file that grows takes longer to sync. SQLite waits for the disk where it begins anew. */
export const LOG_BYTES = 8 * 1024 * 1024
/** Beyond this, writes wait until the log is in the file: fast writers could make it grow for ever. */
const MOST_LOG_BYTES = 24 * 1024 * 1024
/** A long read, such as a backup, keeps the log from being emptied. Writes then go on, and wait again after so long. */
const PATIENCE_MS = 1000
/** The thread ends after so long without work, and gives its memory back. */
const REST_MS = 5000

interface CheckpointsOptions {
  readonly file: string
  /** Runs while this process writes nothing. */
  readonly alone: (work: () => Promise<void>) => Promise<void>
  readonly onError: (error: Error) => void
  readonly onEnd: () => void
}

/** Pages of the log are moved to the file by a thread of its own, because a checkpoint waits for the disk. */
export class Checkpoints {
  readonly #options: CheckpointsOptions
  #worker: Worker | undefined
  #rest: NodeJS.Timeout | undefined
  #running: Promise<Checkpoint> | undefined
  #isEmptying = false
  #emptyAfter = 0

  constructor(options: CheckpointsOptions) {
    this.#options = options
  }

  /** Called with the size of the log whenever that may have grown. */
  look(bytes: number): void {
    if (bytes <= LOG_BYTES || this.#isEmptying) return
    if (bytes <= MOST_LOG_BYTES || performance.now() < this.#emptyAfter) return void this.#checkpoint('PASSIVE')
    this.#isEmptying = true
    void this.#options.alone(() => this.#empty()).finally(() => (this.#isEmptying = false))
  }

  async close(): Promise<void> {
    const worker = this.#worker
    worker?.ref() // the process may have nothing else to wait for
    // Listened for from now on, because a thread that dies does so while its answer is awaited.
    const ended = worker && new Promise((resolve) => worker.once('exit', resolve))
    await this.#running
    this.#dismiss()
    await ended
  }

  /**
   * A checkpoint that runs already may have begun before the last commit, and other processes may write on: those are made to wait. Where
   * nobody has written between two of them, what is left waits for a reader, and to wait with it would only keep everybody from writing.
   */
  async #empty(): Promise<void> {
    let before: number | undefined
    for (const mode of ['PASSIVE', 'PASSIVE', 'PASSIVE', 'RESTART'] as const) {
      const found = await this.#checkpoint(mode)
      if ('error' in found) break
      if (found.pages === found.moved) return
      if (found.pages === before) break
      before = found.pages
    }
    this.#emptyAfter = performance.now() + PATIENCE_MS
  }

  #checkpoint(mode: Mode): Promise<Checkpoint> {
    this.#running ??= this.#run(mode)
    return this.#running
  }

  /** Fails nothing: a log that could not be moved is only longer. */
  async #run(mode: Mode): Promise<Checkpoint> {
    const found = await this.#ask(mode).catch((error: unknown) => ({ error }))
    this.#running = undefined
    if ('error' in found) this.#options.onError(new Error('the log could not be moved to the file', { cause: found.error }))
    this.#options.onEnd()
    return found
  }

  async #ask(mode: Mode): Promise<Checkpoint> {
    this.#worker ??= this.#start()
    this.#rest?.refresh()
    const worker = this.#worker
    return new Promise((resolve) => {
      const answer = (found: Checkpoint): void => {
        worker.off('message', answer).off('error', fail).off('exit', fail)
        resolve(found)
      }
      const fail = (error: unknown): void => answer({ error })
      worker.on('message', answer).on('error', fail).on('exit', fail)
      worker.postMessage(mode)
    })
  }

  #start(): Worker {
    const worker = new Worker(new URL('./checkpoint-worker.js', import.meta.url), { workerData: this.#options.file })
    worker.unref()
    worker.on('error', () => undefined) // each `#ask` listens as well
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    this.#rest = setTimeout(() => this.#dismiss(), REST_MS).unref()
    return worker
  }

  #dismiss(): void {
    clearTimeout(this.#rest)
    this.#worker?.postMessage('end')
    this.#worker = undefined
  }
}
