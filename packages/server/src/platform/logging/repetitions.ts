import type { Clock } from '../kernel/clock.ts'

const EVERY_MS = 1000
/** Kinds of failure that are remembered, so that the memory stays bounded. */
const MOST_KINDS = 100

/** `quiet` counts the failures since the last line. */
type Run = { readonly since: number; quiet: number; tell: (count: number) => void }

/** Of failures with the same message, kind and place, one line a second is logged: an outage must not fill the disk. */
export class Repetitions {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #runs = new Map<string, Run>()
  #timer: NodeJS.Timeout | undefined

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  /** True for a failure that is to be logged now. Otherwise `tell` is called within a second, with the number of failures. */
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

  flush(): void {
    for (const { quiet, tell } of this.#runs.values()) if (quiet > 0) tell(quiet)
    this.#runs.clear()
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

/** Uses the place of an error and not its message, which may contain a name, a number or an address. */
export function kindOf(message: string, error: unknown): string {
  if (!(error instanceof Error)) return `${message}|${String(error)}`
  const { code } = error as { readonly code?: unknown }
  const place = error.stack?.split('\n').find((line) => line.startsWith('    at ')) ?? ''
  return `${message}|${error.name}|${String(code)}|${place.trim()}`
}
