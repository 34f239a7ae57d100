/** What is committed once reaches the disk together with all that was committed meanwhile. */
export interface GroupSyncOptions {
  /** Resolves once all that was written before the call is on the disk. */
  readonly sync: () => Promise<void>
  /** Called once. A sync that failed is never tried again: the system may have dropped the pages that it could not write. */
  readonly onBroken: (error: Error) => void
}

/**
 * A commit is acknowledged after a sync that began after it, and the event loop goes on meanwhile. Commits that come while one sync
 * runs share the next.
 */
export class GroupSync {
  readonly #options: GroupSyncOptions
  #committed = 0
  #synced = 0
  #running: Promise<void> | undefined
  #broken: Error | undefined

  constructor(options: GroupSyncOptions) {
    this.#options = options
  }

  /** There is something new that a power cut would take away. */
  committed(): void {
    this.#committed++
  }

  /** Whether all that was committed so far would survive a power cut. */
  get isSettled(): boolean {
    return this.#synced === this.#committed && this.#broken === undefined
  }

  /** Why nothing can be promised any more. */
  get broken(): Error | undefined {
    return this.#broken
  }

  /** Resolves once that is so for all that is committed by now. */
  async settled(): Promise<void> {
    const wanted = this.#committed
    while (this.#synced < wanted || this.#broken) {
      if (this.#broken) throw this.#broken
      this.#running ??= this.#run()
      await this.#running
    }
  }

  break(cause: unknown): void {
    if (this.#broken) return
    this.#broken = new Error('the database cannot be made durable', { cause })
    this.#options.onBroken(this.#broken)
  }

  async #run(): Promise<void> {
    const covered = this.#committed
    try {
      await this.#options.sync()
      this.#synced = covered
    } catch (error) {
      this.break(error)
    } finally {
      this.#running = undefined
    }
  }
}
