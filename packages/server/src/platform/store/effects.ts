import { DAY_MS } from '../kernel/clock.ts'

/** So many more, or fewer, of a figure on a day. Days are UTC, counted from 1970. */
export interface Change {
  readonly figure: string
  readonly day: number
  readonly by: number
}

/**
 * What a transaction has done that others wait to hear of. It is told once the transaction is committed and not before, so
 * that no flow has to remember it, and what was rolled back is never heard of.
 */
export class Effects {
  #hasMail = false
  #hasBegunSession = false
  readonly #changed = new Set<string>()
  readonly #met = new Set<string>()
  readonly #changes = new Map<string, Change>()

  /** There is a mail that the outbox is to send. */
  get hasMail(): boolean {
    return this.#hasMail
  }

  mailAdded(): void {
    this.#hasMail = true
  }

  /** Something changed that processes keep in memory under this key: of an account, whatever a check of its sessions sees. */
  changed(key: string): void {
    this.#changed.add(key)
  }

  /** It was looked at in order to change it; perhaps what was wanted is so already. */
  met(key: string): void {
    this.#met.add(key)
  }

  sessionBegun(): void {
    this.#hasBegunSession = true
  }

  get changedKeys(): ReadonlySet<string> {
    return this.#changed
  }

  /** Those that a caller is told of without a change: another transaction may have made it a moment ago. */
  get metKeys(): readonly string[] {
    return [...this.#met]
  }

  /** A sign-in tells nothing of what was changed before. */
  get hasBegunSession(): boolean {
    return this.#hasBegunSession
  }

  /** What the store adds to the counters as its last statement. */
  get changes(): readonly Change[] {
    return [...this.#changes.values()].filter(({ by }) => by !== 0)
  }

  count(figure: string, at: number, by: number): void {
    const day = Math.floor(at / DAY_MS)
    const key = `${figure} ${day}`
    this.#changes.set(key, { figure, day, by: (this.#changes.get(key)?.by ?? 0) + by })
  }
}

/** Outside of a transaction there is no last statement: whatever is counted or told belongs into one. */
export class NoTransaction extends Effects {
  override count(): never {
    throw new Error('this is counted, and can only be done inside a transaction')
  }

  override changed(): never {
    throw new Error('this is told to others, and can only be done inside a transaction')
  }
}
