import type { Context } from '../deps.ts'

interface Walked<Row> {
  /** The rows behind one, or the first ones, in an order that stays. */
  readonly slice: (context: Context, now: number, behind: Row | undefined) => Promise<readonly Row[]>
  readonly isMeant: (row: Row, now: number) => boolean
  readonly act: (context: Context, now: number, row: Row) => Promise<void>
}

/** After a walk through more slices than these it rests, the longer the more there were: a million accounts are looked at once in an hour. */
const FEW_SLICES = 50
const REST_MS = 700

/** Goes through many rows, over and over, one slice or one row at a time. A row that cannot be dealt with keeps no other waiting. */
export class Walk<Row> {
  readonly #walked: Walked<Row>
  #meant: Row[] = []
  #behind: Row | undefined
  #slices = 0
  #restsUntil = 0

  constructor(walked: Walked<Row>) {
    this.#walked = walked
  }

  async step(context: Context, now: number): Promise<boolean> {
    const row = this.#meant.shift()
    if (row !== undefined) {
      await this.#walked.act(context, now, row)
      return true
    }
    if (now < this.#restsUntil) return false
    const slice = await this.#walked.slice(context, now, this.#behind)
    this.#slices++
    this.#behind = slice.at(-1)
    this.#meant = slice.filter((one) => this.#walked.isMeant(one, now))
    if (slice.length > 0) return true
    this.#restsUntil = now + Math.max(0, this.#slices - FEW_SLICES) * REST_MS
    this.#slices = 0
    return false
  }
}
