import { Failure } from '../../../platform/kernel/errors.ts'

/** How often the database is asked for what other processes have sealed. */
const POLL_MS = 1000
/** All of a process, and those of one caller: each holds a connection of its client, and nothing of the database. */
const MOST_WAITING = 200
const MOST_OF_ONE = 10
const RETRY_AFTER_S = 5

interface Waiting {
  readonly who: string
  readonly beyond: number
  readonly isOver: () => boolean
  readonly leave: () => void
}

interface Waiter extends Omit<Waiting, 'leave'> {
  /** Calls back once the caller has hung up. */
  readonly whenGone: (leave: () => void) => void
}

/** Requests wait here until the log is longer, and the database is asked once a second for all of them, as long as any waits. */
export class LogWatch {
  readonly #sizeNow: () => Promise<number>
  readonly #waiting = new Set<Waiting>()
  #timer: NodeJS.Timeout | undefined
  #isAsking = false

  constructor(sizeNow: () => Promise<number>) {
    this.#sizeNow = sizeNow
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** This process has sealed: the log has so many events now. */
  sealed(size: number): void {
    for (const one of this.#waiting) if (size > one.beyond) one.leave()
  }

  /** Until the log has more events than these, the time is over, the caller has hung up, or the service stops. */
  async wait({ who, beyond, isOver, whenGone }: Waiter, ms: number): Promise<void> {
    const ofOne = [...this.#waiting].filter((one) => one.who === who).length
    if (this.#waiting.size >= MOST_WAITING || ofOne >= MOST_OF_ONE) throw new Failure('overloaded', { retryAfter: RETRY_AFTER_S })
    this.#timer ??= setInterval(() => void this.#look(), POLL_MS).unref()
    await new Promise<void>((resolve) => {
      const late = setTimeout(() => one.leave(), ms)
      const one: Waiting = {
        ...{ who, beyond, isOver },
        leave: () => {
          clearTimeout(late)
          this.#waiting.delete(one)
          resolve()
        },
      }
      this.#waiting.add(one)
      whenGone(one.leave)
      // What was sealed between the question of the caller and this moment.
      void this.#look()
    })
    if (this.#waiting.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #look(): Promise<void> {
    for (const one of this.#waiting) if (one.isOver()) one.leave()
    if (this.#isAsking || this.#waiting.size === 0) return
    this.#isAsking = true
    try {
      this.sealed(await this.#sizeNow())
    } catch {
      // A database that is away is told by those who need it; here the time goes on.
    } finally {
      this.#isAsking = false
    }
  }
}

declare module '../../../gate/deps.ts' {
  interface Deps {
    readonly logWatch: LogWatch
  }
}
