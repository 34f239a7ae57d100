import { DatabaseBusy, Lane } from './lane.ts'

/** More callers than a person's browsers have; beyond that it is a crowd, and each of them would cost memory. */
const LONGEST = 64

interface Line {
  readonly lane: Lane
  length: number
}

/**
 * Callers that want what another transaction holds, in line for it. They wait here, and only the first of each line
 * asks the database again: so an account that is held for long takes one connection from all others, and not all of them.
 */
export class Lines {
  readonly #lines = new Map<string, Line>()

  isFormedFor(name: string): boolean {
    return this.#lines.has(name)
  }

  /** Resolves when the caller is the first. It leaves when it is done, or has given up. */
  async join(name: string, deadline: number): Promise<void> {
    const line = this.#lines.get(name) ?? { lane: new Lane(1), length: 0 }
    if (line.length >= LONGEST) throw new DatabaseBusy('too many wait for the same row')
    line.length++
    this.#lines.set(name, line)
    try {
      await line.lane.enter(deadline)
    } catch (error) {
      this.#shorten(name, line)
      throw error
    }
  }

  leave(name: string): void {
    const line = this.#lines.get(name)
    if (!line) return
    line.lane.leave()
    this.#shorten(name, line)
  }

  #shorten(name: string, line: Line): void {
    line.length--
    if (line.length === 0) this.#lines.delete(name)
  }
}
