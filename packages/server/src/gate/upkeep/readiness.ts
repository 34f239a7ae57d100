const FRESH_MS = 1000
/** A commit that waits for a standby may wait for ever. */
const LIMIT_MS = 2000

/** Called once when it is no longer so, and once when it is so again. */
type OnTurn = (isReady: boolean, why?: unknown) => void

/**
 * Whether the database accepts writes. Any client may ask, without a limit, so there is one query at a time, and all clients
 * share its answer for a second. While a query is late, the process is not ready, and no other query is sent. The time is
 * monotonic, so that a clock that was set back keeps no old answer alive.
 */
export class Readiness {
  readonly #ask: () => Promise<void>
  readonly #onTurn: OnTurn
  readonly #now: () => number
  #answer: Promise<void> | undefined
  #freshUntil = 0
  #isReady = true

  constructor(ask: () => Promise<void>, onTurn: OnTurn, now: () => number = () => performance.now()) {
    this.#ask = ask
    this.#onTurn = onTurn
    this.#now = now
  }

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
    this.#answer.then(
      () => this.#turn(true),
      (why) => this.#turn(false, why),
    )
    asked.then(
      () => this.#turn(true),
      () => undefined,
    )
    return this.#answer
  }

  #turn(isReady: boolean, why?: unknown): void {
    if (isReady === this.#isReady) return
    this.#isReady = isReady
    this.#onTurn(isReady, why)
  }
}

function inTime(asked: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`the database has not taken a write within ${LIMIT_MS} ms`))
    const timer = setTimeout(late, LIMIT_MS).unref()
    asked.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
