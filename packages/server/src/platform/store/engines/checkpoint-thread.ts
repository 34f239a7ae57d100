import { Worker } from 'node:worker_threads'
import type { Checkpoint, Mode } from './checkpoint-worker.ts'

/** The thread ends after so long without work, and gives its memory back. */
const REST_MS = 5000

/** Does the checkpoints of a file, because each waits for the disk. */
export class CheckpointThread {
  readonly #file: string
  #worker: Worker | undefined
  #rest: NodeJS.Timeout | undefined

  constructor(file: string) {
    this.#file = file
  }

  async ask(mode: Mode): Promise<Checkpoint> {
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

  /** Ends once `running` is over. */
  async close(running: Promise<unknown> | undefined): Promise<void> {
    const worker = this.#worker
    worker?.ref() // the process may have nothing else to wait for
    // Listened for from now on, because a thread that dies does so while its answer is awaited.
    const ended = worker && new Promise((resolve) => worker.once('exit', resolve))
    await running
    this.#dismiss()
    await ended
  }

  #start(): Worker {
    const worker = new Worker(new URL('./checkpoint-worker.js', import.meta.url), { workerData: this.#file })
    worker.unref()
    worker.on('error', () => undefined) // each `ask` listens as well
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
