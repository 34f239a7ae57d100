/** More is no record of a person, and is not held in memory. */
export const MOST_BYTES = 64 * 1024

/** Of what belongs to one person in a second file. */
export class RecordTooLarge extends Error {}

/** Where reading can go on: behind a record. */
export interface Position {
  /** In bytes; in a database the number of rows. */
  readonly offset: number
  /** Lines that have ended before it. */
  readonly lines: number
}

export const BEGINNING: Position = { offset: 0, lines: 0 }

export interface RawRecord {
  /** Where it begins, counted from one. */
  readonly line: number
  /** Undefined where it is too large. */
  readonly text: string | undefined
  /** Behind it. */
  readonly end: Position
}

/** Parts of a record from chunk to chunk. What is too large is dropped, and only counted on. */
export class Pieces {
  readonly #most: number
  #parts: Buffer[] = []
  #bytes = 0

  constructor(most = MOST_BYTES) {
    this.#most = most
  }

  get isEmpty(): boolean {
    return this.#bytes === 0
  }

  add(part: Buffer): void {
    this.#bytes += part.length
    if (this.#bytes > this.#most) this.#parts = []
    else this.#parts.push(part)
  }

  /** Undefined for what was too large. */
  take(): string | undefined {
    const text = this.#bytes > this.#most ? undefined : Buffer.concat(this.#parts).toString('utf8')
    this.#parts = []
    this.#bytes = 0
    return text
  }
}

/** A record as far as it could be read. */
export interface SourceRecord extends Pick<RawRecord, 'line' | 'end'> {
  readonly read: { readonly value: unknown } | { readonly reason: 'not_json' | 'record_too_large' }
}
