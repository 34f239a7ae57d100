/** What is not as it was sealed, and from which number on. Where no single event can be named, `through` is the last that it may be. */
export interface Difference {
  readonly number: number
  readonly through?: number
  readonly what: string
}

/**
 * - `good`: all that is there is as it was sealed.
 * - `tampered`: something is not.
 * - `forked`: it is as it was sealed, and went on from an older copy that was restored: a checkpoint tells of what came after that copy.
 * - `unknown`: it cannot be told.
 */
export interface Verdict {
  readonly result: 'good' | 'tampered' | 'forked' | 'unknown'
  readonly size: number
  readonly first: number
  readonly erased: number
  /** Where it went on from a copy that was restored. */
  readonly forkAt?: number
  /** Sorted by number. */
  readonly differences: readonly Difference[]
  readonly reasons: readonly string[]
}

export const EXIT_CODES = { good: 0, tampered: 4, forked: 5, unknown: 5 } as const

/** More tell nothing new. */
const MOST_TOLD = 100

/** What comes up on the way through the log. */
export class Findings {
  readonly #differences: Difference[] = []
  readonly #reasons: string[] = []
  #forkAt: number | undefined

  /** Nothing could be looked at. */
  static unknown(reason: string): Verdict {
    const findings = new Findings()
    findings.cannotTell(reason)
    return findings.verdict({})
  }

  differs(difference: Difference): void {
    if (this.#differences.length < MOST_TOLD) this.#differences.push(difference)
  }

  cannotTell(reason: string): void {
    this.#reasons.push(reason)
  }

  forked(at: number): void {
    this.#forkAt = Math.min(at, this.#forkAt ?? at)
  }

  get isClean(): boolean {
    return this.#differences.length === 0
  }

  verdict({ size = 0, first = 0, erased = 0 }: Partial<Pick<Verdict, 'size' | 'first' | 'erased'>>): Verdict {
    const differences = toldOnce(this.#differences).toSorted((one, other) => one.number - other.number)
    const forkAt = this.#forkAt
    const lesser = forkAt !== undefined ? 'forked' : this.#reasons.length > 0 ? 'unknown' : 'good'
    return {
      result: differences.length > 0 ? 'tampered' : lesser,
      ...{ size, first, erased, differences, reasons: this.#reasons },
      ...(forkAt !== undefined && { forkAt }),
    }
  }
}

/** A stretch is told of where nothing in it or before it is known better, and the first alone: whatever comes after it follows from it. */
function toldOnce(found: readonly Difference[]): readonly Difference[] {
  const exact = found.filter(({ through }) => through === undefined)
  const [stretch] = found.filter(({ through }) => through !== undefined)
  const isKnownBetter = exact.some(({ number }) => number <= (stretch?.through ?? 0))
  return stretch && !isKnownBetter ? [...exact, stretch] : exact
}
