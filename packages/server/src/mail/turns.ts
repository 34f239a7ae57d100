/** A few things that serve one caller at a time. A caller that gives up waiting leaves the line, and is not served later. */
export class Turns<T> {
  readonly #free: T[]
  readonly #waiting = new Set<(one: T) => void>()

  constructor(things: readonly T[]) {
    this.#free = [...things]
  }

  async take(signal: AbortSignal): Promise<T> {
    signal.throwIfAborted()
    const free = this.#free.pop()
    if (free !== undefined) return free
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(serve)
        reject(signal.reason)
      }
      const serve = (one: T) => {
        signal.removeEventListener('abort', leave)
        resolve(one)
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.add(serve)
    })
  }

  giveBack(one: T): void {
    const [next] = this.#waiting
    if (!next) return void this.#free.push(one)
    this.#waiting.delete(next)
    next(one)
  }
}
