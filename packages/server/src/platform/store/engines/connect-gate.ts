import { backoffMs } from '../../kernel/backoff.ts'

/** A single connection may be cut off by chance, so the attempt after one failure does not wait. */
const FREE_FAILURES = 1
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 1000

/** Protects a server that refuses connections: then only one caller at a time tries, with pauses, and the others fail at once. */
export class ConnectGate {
  #failures = 0
  #reason: unknown
  #closedUntil = 0
  #isTrying = false

  async pass<T>(connect: () => Promise<T>): Promise<T> {
    const isClosed = this.#isTrying || performance.now() < this.#closedUntil
    if (this.#failures > FREE_FAILURES && isClosed) throw this.#reason
    this.#isTrying = true
    try {
      const connection = await connect()
      this.#failures = 0
      return connection
    } catch (error) {
      this.#reason = error
      this.#closedUntil = performance.now() + backoffMs(++this.#failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS)
      throw error
    } finally {
      this.#isTrying = false
    }
  }
}
