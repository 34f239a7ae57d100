import { setImmediate as nextTurn } from 'node:timers/promises'

/** Rounds of work, one at a time: a request during a round has another one follow. */
export class Rounds {
  readonly #work: () => Promise<unknown>
  readonly #onError: (error: unknown) => void
  #running: Promise<void> | undefined
  #isAskedFor = false
  #isStopped = false

  constructor(work: () => Promise<unknown>, onError: (error: unknown) => void) {
    this.#work = work
    this.#onError = onError
  }

  /** A round has a turn of the event loop of its own, so that an answer leaves before the work that its request has made. */
  ask(): void {
    this.#isAskedFor = true
    if (!this.#isStopped) this.#running ??= this.#run()
  }

  /** The round that is under way, if there is one. */
  get running(): Promise<void> | undefined {
    return this.#running
  }

  /** No round begins any more. */
  stop(): void {
    this.#isStopped = true
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  async #run(): Promise<void> {
    while (this.#isAskedFor && !this.#isStopped) {
      await nextTurn()
      if (this.#isStopped) break
      this.#isAskedFor = false
      await this.#work().catch(this.#onError)
    }
    this.#running = undefined
  }
}
