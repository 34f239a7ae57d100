import { Failure } from '../../kernel/errors.ts'

/** The database has no room for this now. The caller is told so soon, and when to try again. */
export class DatabaseBusy extends Failure<'overloaded'> {
  override readonly name = 'DatabaseBusy'

  constructor(why: string) {
    super('overloaded', { message: `The database is busy: ${why}. Please try again shortly.`, retryAfter: 1 })
  }
}

/** Lets a few in at once. The others wait here in the order they came, and none of them beyond its deadline. */
export class Lane {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(size: number) {
    this.#free = size
  }

  /** Resolves once there is room. Each that came in leaves again. */
  async enter(deadline: number): Promise<void> {
    if (this.#free > 0) {
      this.#free--
      return
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.delete(serve)
        reject(new DatabaseBusy('waited too long for the database'))
      }
      const timer = setTimeout(giveUp, Math.max(0, deadline - performance.now()))
      const serve = () => {
        clearTimeout(timer)
        resolve()
      }
      this.#waiting.add(serve)
    })
  }

  leave(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#free++
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
