/** A client that hangs up ends its connection, and not the work it started: stopping has to wait for that. */
export class InFlight {
  #running = 0
  #whenIdle: (() => void)[] = []

  async track<T>(work: () => Promise<T>): Promise<T> {
    this.#running++
    try {
      return await work()
    } finally {
      if (--this.#running === 0) for (const resolve of this.#whenIdle.splice(0)) resolve()
    }
  }

  async settled(): Promise<void> {
    if (this.#running > 0) await new Promise<void>((resolve) => this.#whenIdle.push(resolve))
  }
}
