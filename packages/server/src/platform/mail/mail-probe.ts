import type { Clock } from '../kernel/clock.ts'

/** How long a result stands. A failure is forgotten sooner: the operator is mending it. */
const GOOD_MS = 5000
const BAD_MS = 1000

interface Result {
  readonly isGood: Promise<boolean>
  /** While it is not known yet, all callers share it. */
  isFresh(now: number): boolean
}

/** Whether mail can leave at all: the same for every address, and asked at most once in a few seconds. */
export class MailProbe {
  readonly #ask: () => Promise<void>
  readonly #clock: Clock
  readonly #onFailure: (error: unknown) => void
  #last: Result | undefined

  constructor(ask: () => Promise<void>, clock: Clock, onFailure: (error: unknown) => void) {
    this.#ask = ask
    this.#clock = clock
    this.#onFailure = onFailure
  }

  isGood(): Promise<boolean> {
    if (!this.#last?.isFresh(this.#clock.now())) this.#last = this.#begin()
    return this.#last.isGood
  }

  #begin(): Result {
    let [endedAt, standsMs] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    const end = (isGood: boolean): boolean => {
      endedAt = this.#clock.now()
      standsMs = isGood ? GOOD_MS : BAD_MS
      return isGood
    }
    const isGood = this.#ask().then(
      () => end(true),
      (error: unknown) => {
        this.#onFailure(error)
        return end(false)
      },
    )
    // Nothing stands that ended in the future: the clock was set back.
    return { isGood, isFresh: (now) => standsMs === Number.POSITIVE_INFINITY || (endedAt <= now && now < endedAt + standsMs) }
  }
}
