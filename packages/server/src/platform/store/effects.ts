import { DAY_MS } from '../kernel/clock.ts'

/** `day` is a UTC day, counted from 1970. */
export type Change = { readonly figure: string; readonly day: number; readonly by: number }

/** What others learn of a transaction. They learn it after COMMIT only, so nothing that was rolled back is ever told. */
export class Effects {
  #hasMail = false
  #hasBegunSession = false
  readonly #changed = new Set<string>()
  readonly #met = new Set<string>()
  readonly #work = new Set<string>()
  readonly #changes = new Map<string, Change>()

  get hasMail(): boolean {
    return this.#hasMail
  }

  mailAdded(): void {
    this.#hasMail = true
  }

  /** By these names workers of the background are woken. */
  get work(): ReadonlySet<string> {
    return this.#work
  }

  workAdded(name: string): void {
    this.#work.add(name)
  }

  /** Every process drops what it keeps in memory under this key. The key of an account stands for whatever a session check sees. */
  changed(key: string): void {
    this.#changed.add(key)
  }

  /** A flow meant to change what has this key, and perhaps found it changed already. */
  met(key: string): void {
    this.#met.add(key)
  }

  sessionBegun(): void {
    this.#hasBegunSession = true
  }

  get changedKeys(): ReadonlySet<string> {
    return this.#changed
  }

  /** The change that a flow found made may be a moment old: before its caller is answered, all processes have to know of it. */
  get metKeys(): readonly string[] {
    return [...this.#met]
  }

  /** A sign-in reveals nothing of what was changed before. */
  get hasBegunSession(): boolean {
    return this.#hasBegunSession
  }

  /** The store adds these to the counters with its last statement. */
  get changes(): readonly Change[] {
    return [...this.#changes.values()].filter(({ by }) => by !== 0)
  }

  count(figure: string, at: number, by: number): void {
    const day = Math.floor(at / DAY_MS)
    const key = `${figure} ${day}`
    this.#changes.set(key, { figure, day, by: (this.#changes.get(key)?.by ?? 0) + by })
  }
}

/** Outside of a transaction there is no last statement in which to count or tell anything. */
export class NoTransaction extends Effects {
  override count(): never {
    throw new Error('this is counted, and can only be done inside a transaction')
  }

  override changed(): never {
    throw new Error('this is told to others, and can only be done inside a transaction')
  }
}
