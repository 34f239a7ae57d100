import { type Clock, systemClock } from '../platform/kernel/clock.ts'

/** Goes as the system's does, and ahead of it by what a test has added. */
export class TestClock implements Clock {
  #aheadMs = 0
  #skippedMs = 0

  now(): number {
    return systemClock.now() + this.#aheadMs
  }

  elapsed(): number {
    return systemClock.elapsed() + this.#skippedMs
  }

  advance(ms: number): void {
    if (!Number.isSafeInteger(ms) || ms < 0) throw new TypeError('advance() takes milliseconds: a whole number, 0 or more.')
    this.#aheadMs += ms
    this.#skippedMs += ms
  }

  /** The system's time again. `elapsed` never goes back. */
  reset(): void {
    this.#aheadMs = 0
  }
}
