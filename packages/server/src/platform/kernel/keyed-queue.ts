import { type GivingUp, Semaphore } from './semaphore.ts'

type Queue = { readonly turn: Semaphore<true>; length: number }

/** Lets one caller at a time through for each key, in order of arrival, and refuses callers when the queue is too long. */
export class KeyedQueue {
  readonly #queues = new Map<string, Queue>()
  readonly #longest: number
  readonly #tooLong: () => Error

  constructor(longest: number, tooLong: () => Error) {
    this.#longest = longest
    this.#tooLong = tooLong
  }

  has(key: string): boolean {
    return this.#queues.has(key)
  }

  /** Resolves when it is the caller's turn. The caller then has to `leave`; one that gave up has left already. */
  async join(key: string, giveUp: GivingUp): Promise<void> {
    const queue = this.#queues.get(key) ?? { turn: new Semaphore<true>([true]), length: 0 }
    if (queue.length >= this.#longest) throw this.#tooLong()
    queue.length++
    this.#queues.set(key, queue)
    try {
      await queue.turn.acquire(giveUp)
    } catch (error) {
      this.#shorten(key, queue)
      throw error
    }
  }

  leave(key: string): void {
    const queue = this.#queues.get(key)
    if (!queue) return
    queue.turn.release(true)
    this.#shorten(key, queue)
  }

  #shorten(key: string, queue: Queue): void {
    queue.length--
    if (queue.length === 0) this.#queues.delete(key)
  }
}
