import { backoffMs } from '../../kernel/backoff.ts'

/** One connection may fail by itself, as when it is cut off: the next attempt is free. */
const FREE_FAILURES = 1
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 1000

/**
 * The way to new connections. Once they fail in a row there is one attempt at a time, and a pause after each: requests that come
 * meanwhile fail at once for the same reason, instead of knocking at a server that refuses as often as clients ask.
 */
export class ConnectGate {
  #failures = 0
  #reason: unknown
  #closedUntil = 0
  #isTrying = false

  async pass<T>(connect: () => Promise<T>): Promise<T> {
    const isFree = this.#failures <= FREE_FAILURES
    if (!isFree && (this.#isTrying || performance.now() < this.#closedUntil)) throw this.#reason
    this.#isTrying = true
    try {
      const connection = await connect()
      this.#failures = 0
      return connection
    } catch (error) {
      this.#reason = error
      this.#failures++
      this.#closedUntil = performance.now() + backoffMs(this.#failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS)
      throw error
    } finally {
      this.#isTrying = false
    }
  }
}
