import { DAY_MS } from '../kernel/clock.ts'

/** What is counted by day: sign-ups and sign-ins when they happen, accounts under the day on which they were made. */
export type Figure = 'account' | 'sign-in' | 'sign-up'

/** So many more, or fewer, of a figure on a day. Days are UTC, counted from 1970. */
export interface Change {
  readonly figure: Figure
  readonly day: number
  readonly by: number
}

/**
 * What a transaction has done that others wait to hear of. It is told once the transaction is committed and not before, so
 * that no flow has to remember it, and what was rolled back is never heard of.
 */
export class Effects {
  #hasMail = false
  readonly #changes = new Map<string, Change>()

  /** There is a mail that the outbox is to send. */
  get hasMail(): boolean {
    return this.#hasMail
  }

  mailAdded(): void {
    this.#hasMail = true
  }

  /** What the store adds to the counters as its last statement. */
  get changes(): readonly Change[] {
    return [...this.#changes.values()].filter(({ by }) => by !== 0)
  }

  count(figure: Figure, at: number, by: 1 | -1): void {
    const day = Math.floor(at / DAY_MS)
    const key = `${figure} ${day}`
    this.#changes.set(key, { figure, day, by: (this.#changes.get(key)?.by ?? 0) + by })
  }
}

/** Outside of a transaction there is no last statement: whatever is counted belongs into one. */
export class NoTransaction extends Effects {
  override count(): never {
    throw new Error('this is counted, and can only be done inside a transaction')
  }
}
