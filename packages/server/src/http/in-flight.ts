/** Handlers that are running. A client that hangs up ends its connection, not the work it started. */
export class InFlight {
  readonly #running = new Set<Promise<unknown>>()

  async track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work)
    try {
      return await work
    } finally {
      this.#running.delete(work)
    }
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#running)
  }
}
