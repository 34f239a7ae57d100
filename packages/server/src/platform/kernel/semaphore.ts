/** How a waiting caller gives up: the function is handed `leave`, which ends the wait, and returns how to cancel that. */
export type GivingUp = (leave: (reason: unknown) => void) => () => void

/** Callers wait in order of arrival; one that gave up is not served later. */
export class Semaphore<Permit> {
  readonly #free: Permit[]
  readonly #waiting = new Set<(permit: Permit) => void>()

  constructor(permits: readonly Permit[]) {
    this.#free = [...permits]
  }

  async acquire(giveUp: GivingUp): Promise<Permit> {
    const free = this.#free.pop()
    if (free !== undefined) return free
    return new Promise((resolve, reject) => {
      const callOff = giveUp((reason) => {
        this.#waiting.delete(serve)
        reject(reason)
      })
      const serve = (permit: Permit): void => {
        callOff()
        resolve(permit)
      }
      this.#waiting.add(serve)
    })
  }

  release(permit: Permit): void {
    const [next] = this.#waiting
    if (!next) return void this.#free.push(permit)
    this.#waiting.delete(next)
    next(permit)
  }
}

export const atDeadline =
  (deadline: number, reason: () => Error): GivingUp =>
  (leave) => {
    const timer = setTimeout(() => leave(reason()), Math.max(0, deadline - performance.now()))
    return () => clearTimeout(timer)
  }

export const onAbort =
  (signal: AbortSignal): GivingUp =>
  (leave) => {
    const abort = () => leave(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    return () => signal.removeEventListener('abort', abort)
  }
