import type { SealedEvent } from '../../../gate/audit/log/sealed-events.ts'

const MOST = 1000

/** Where the log went on from a copy that was put in the place of the database, as events say. */
export class Restores {
  readonly #sizes: number[] = []

  note({ type, metadata }: SealedEvent): void {
    if (type !== 'service.restored' || this.#sizes.length >= MOST) return
    const from = /^\{"from":(\d+)\}$/.exec(metadata)?.[1]
    if (from !== undefined) this.#sizes.push(Number(from))
  }

  /** The size of the copy after which a checkpoint of so many events can be of the log that the copy has replaced. */
  before(size: number): number | undefined {
    return this.#sizes.findLast((from) => from < size)
  }
}
