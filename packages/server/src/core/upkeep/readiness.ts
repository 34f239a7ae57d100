/** How long an answer of the database stands. */
const FRESH_MS = 1000

/**
 * Whether this process can take requests, as far as its database has a say. Any client that reaches the port may ask, and asks
 * past every limit: so there is one question under way at a time, and all clients share its answer for a second. The time
 * is the monotonic one: a clock that was set back must keep no old answer alive.
 */
export class Readiness {
  readonly #ask: () => Promise<void>
  readonly #now: () => number
  #answer: Promise<void> | undefined
  #freshUntil = 0

  constructor(ask: () => Promise<void>, now: () => number = () => performance.now()) {
    this.#ask = ask
    this.#now = now
  }

  /** Rejects when the database does not do what is asked of it. */
  check(): Promise<void> {
    if (this.#answer && this.#now() < this.#freshUntil) return this.#answer
    const asked = () => {
      this.#freshUntil = this.#now() + FRESH_MS
    }
    this.#freshUntil = Number.POSITIVE_INFINITY
    this.#answer = this.#ask()
    this.#answer.then(asked, asked)
    return this.#answer
  }
}
