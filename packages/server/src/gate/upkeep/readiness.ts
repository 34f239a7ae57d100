/** How long an answer of the database stands. */
const FRESH_MS = 1000
/** What takes longer is no answer: a commit that waits for a standby may wait for ever. */
const LIMIT_MS = 2000

/**
 * Whether this process can take requests, as far as its database has a say. Any client that reaches the port may ask, and asks
 * past every limit: so there is one question under way at a time, and all clients share its answer for a second. While that
 * is late the process is not ready, and it asks nothing more before the question has ended. The time is the monotonic one: a clock that
 * was set back must keep no old answer alive.
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
    this.#freshUntil = Number.POSITIVE_INFINITY
    const asked = this.#ask()
    const ended = () => {
      this.#answer = asked
      this.#freshUntil = this.#now() + FRESH_MS
    }
    asked.then(ended, ended)
    this.#answer = inTime(asked)
    return this.#answer
  }
}

function inTime(asked: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`the database has not taken a write within ${LIMIT_MS} ms`))
    const timer = setTimeout(late, LIMIT_MS).unref()
    asked.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
