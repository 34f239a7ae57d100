import type { Clock } from '../kernel/clock.ts'

/** How long a result stands. A failure is forgotten sooner, because the operator is mending it. */
const GOOD_MS = 5000
const BAD_MS = 1000

/** Whether mail can leave at all. The answer is the same for every address, and asked for at most once in a few seconds. */
export class MailProbe {
  readonly #ask: () => Promise<void>
  readonly #clock: Clock
  readonly #onFailure: (error: unknown) => void
  #result: Promise<boolean> | undefined
  #endedAt: number | undefined
  #standsMs = 0

  constructor(ask: () => Promise<void>, clock: Clock, onFailure: (error: unknown) => void) {
    this.#ask = ask
    this.#clock = clock
    this.#onFailure = onFailure
  }

  isGood(): Promise<boolean> {
    if (!this.#result || !this.#isFresh(this.#clock.now())) this.#result = this.#begin()
    return this.#result
  }

  /** All callers share a probe that has not ended. A probe that ended in the future does not count: the clock was set back. */
  #isFresh(now: number): boolean {
    return this.#endedAt === undefined || (this.#endedAt <= now && now < this.#endedAt + this.#standsMs)
  }

  async #begin(): Promise<boolean> {
    this.#endedAt = undefined
    const failure = await this.#ask().then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    if (failure) this.#onFailure(failure.error)
    this.#endedAt = this.#clock.now()
    this.#standsMs = failure ? BAD_MS : GOOD_MS
    return !failure
  }
}
