import type { Clock } from '../kernel/clock.ts'

const EVERY_MS = 1000
/** Kinds of failure that are kept in mind; an operator with more of them has other worries than a long log. */
const MOST_KINDS = 100

interface Run {
  readonly since: number
  /** How many were kept quiet since one was told. */
  quiet: number
  tell: (count: number) => void
}

/**
 * Of failures that are alike, one a second is told, with how many there were: an outage of a minute must not fill a disk.
 * Alike is what was said in the same words about an error of the same kind from the same place.
 */
export class Repetitions {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #runs = new Map<string, Run>()
  #timer: NodeJS.Timeout | undefined

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  /** Whether this one is to be told now, with its stack. Otherwise `tell` is called for it and its like, within a second. */
  isFirst(kind: string, tell: (count: number) => void): boolean {
    const run = this.#runs.get(kind)
    if (!run) {
      if (this.#runs.size >= MOST_KINDS) this.flush()
      this.#runs.set(kind, { since: this.#clock.elapsed(), quiet: 0, tell })
      this.#timer ??= setInterval(() => this.tell(), EVERY_MS).unref()
      return true
    }
    run.quiet++
    run.tell = tell
    return false
  }

  /** What has been kept quiet for a second, and forgets what has not come again for that long. */
  tell(): void {
    for (const [kind, run] of this.#runs) {
      if (this.#clock.elapsed() - run.since < EVERY_MS) continue
      this.#runs.delete(kind)
      if (run.quiet === 0) continue
      run.tell(run.quiet)
      this.#runs.set(kind, { since: this.#clock.elapsed(), quiet: 0, tell: run.tell })
    }
    if (this.#runs.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Everything, now. */
  flush(): void {
    for (const { quiet, tell } of this.#runs.values()) if (quiet > 0) tell(quiet)
    this.#runs.clear()
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

/** By the place of a failure and not by its words, in which there may be a name, a number or an address. */
export function kindOf(message: string, error: unknown): string {
  if (!(error instanceof Error)) return `${message}|${String(error)}`
  const { code } = error as { readonly code?: unknown }
  const place = error.stack?.split('\n').find((line) => line.startsWith('    at ')) ?? ''
  return `${message}|${error.name}|${String(code)}|${place.trim()}`
}
