import { CheckpointThread } from './checkpoint-thread.ts'
import type { Checkpoint, Mode } from './checkpoint-worker.ts'

/** The log begins anew after this and keeps the size, as a file that grows takes longer to sync. SQLite waits for the disk where it begins anew. */
export const LOG_BYTES = 8 * 1024 * 1024
/** Beyond this, writes wait until the log is in the file: fast writers could make it grow for ever. */
const MOST_LOG_BYTES = 24 * 1024 * 1024
/** A long read, such as a backup, keeps the log from being emptied. Writes then go on, and wait again after so long. */
const PATIENCE_MS = 1000

interface CheckpointsOptions {
  readonly file: string
  /** Runs while this process writes nothing. */
  readonly alone: (work: () => Promise<void>) => Promise<void>
  readonly onError: (error: Error) => void
  readonly onEnd: () => void
}

/** Moves pages of the log to the file, so that the log stays short. */
export class Checkpoints {
  readonly #options: CheckpointsOptions
  readonly #thread: CheckpointThread
  #running: Promise<Checkpoint> | undefined
  #isEmptying = false
  #emptyAfter = 0

  constructor(options: CheckpointsOptions) {
    this.#options = options
    this.#thread = new CheckpointThread(options.file)
  }

  /** Called with the size of the log whenever that may have grown. */
  look(bytes: number): void {
    if (bytes <= LOG_BYTES || this.#isEmptying) return
    if (bytes <= MOST_LOG_BYTES || performance.now() < this.#emptyAfter) return void this.#checkpoint('PASSIVE')
    this.#isEmptying = true
    void this.#options.alone(() => this.#empty()).finally(() => (this.#isEmptying = false))
  }

  close(): Promise<void> {
    return this.#thread.close(this.#running)
  }

  /**
   * A checkpoint under way may have begun before the last commit. Other processes may write on, and a restart makes them wait. A log
   * that has not grown between two checkpoints is kept by a reader, for which a restart would only hold up every writer.
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
    const found = await this.#thread.ask(mode).catch((error: unknown) => ({ error }))
    this.#running = undefined
    if ('error' in found) this.#options.onError(new Error('the log could not be moved to the file', { cause: found.error }))
    this.#options.onEnd()
    return found
  }
}
