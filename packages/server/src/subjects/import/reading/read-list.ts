import { CommandError } from '../../../platform/commands/command.ts'
import { BEGINNING, Pieces, type Position, type RawRecord } from './raw-record.ts'

const [QUOTE, BACKSLASH, NEWLINE, COMMA, COLON] = [34, 92, 10, 44, 58]
const OPENING = new Set([91, 123])
const CLOSING = new Set([93, 125])
const LIST = 91
const BLANK = new Set([9, 10, 13, 32])

/** A name that is longer is none that a wrapper has. */
const LONGEST_NAME = 200

/**
 * The entries of a list of JSON, whole as they stand: of the one that is the file, or of the member `wrapper` of the object that is. Only
 * brackets and quotes are looked at here, so an entry that is no JSON is found out where it is parsed, and loses no other. Where reading
 * goes on behind an entry, it begins inside of the list. The file is read to its end, because another list behind it would be missed.
 */
export async function* readList(
  chunks: AsyncIterable<Buffer>,
  from: Position,
  wrapper: string | undefined,
  isInside: boolean,
): AsyncGenerator<RawRecord> {
  const scan = new Scan(from, wrapper, isInside)
  for await (const chunk of chunks) yield* scan.records(chunk)
  if (scan.isOver) return
  throw new CommandError(
    scan.isInside ? 'The file ends in the middle of its list.' : `There is no list "${wrapper}" in the file.`,
  )
}

/** Whether the file begins with an object around a list: it has one, or goes over several lines. Undefined where it does not end. */
export async function beginsAround(chunks: AsyncIterable<Buffer>, wrapper: string): Promise<boolean | undefined> {
  const scan = new Scan(BEGINNING, wrapper, false)
  for await (const chunk of chunks) {
    scan.records(chunk).next()
    if (scan.isInside || scan.isOver) return true
    if (scan.isClosed) return scan.isOverLines
  }
  return undefined
}

class Scan {
  readonly #wrapper: string | undefined
  readonly #pieces = new Pieces()
  #offset: number
  #lines: number
  #depth = 0
  /** How deep the entries lie; 0 where the list has not begun. */
  #base = 0
  #isText = false
  #isEscaped = false
  /** Where the entry begins, in lines; 0 outside of one. */
  #begunAt = 0
  #name = ''
  #isNamed = false
  isOver = false
  /** The object has ended without the list. */
  isClosed = false
  isOverLines = false

  constructor({ offset, lines }: Position, wrapper: string | undefined, isInside: boolean) {
    this.#offset = offset
    this.#lines = lines
    this.#wrapper = wrapper
    if (isInside) this.#depth = this.#base = wrapper === undefined ? 1 : 2
  }

  get isInside(): boolean {
    return this.#base > 0
  }

  *records(chunk: Buffer): Generator<RawRecord> {
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (byte === NEWLINE) this.#lines++
      const wasInEntry = this.#begunAt > 0
      const isEnd = this.#step(byte)
      if (!wasInEntry && this.#begunAt > 0) start = at
      if (!isEnd) continue
      this.#pieces.add(chunk.subarray(start, at))
      yield { line: this.#begunAt, text: this.#pieces.take(), end: { offset: this.#offset + at, lines: this.#lines } }
      this.#begunAt = 0
    }
    if (this.#begunAt > 0) this.#pieces.add(chunk.subarray(start))
    this.#offset += chunk.length
  }

  /** Whether an entry has ended before this byte. */
  #step(byte: number): boolean {
    if (this.#isText) return this.#stepInText(byte)
    if (this.isOver && this.#depth === 0 && !BLANK.has(byte)) throw this.#more()
    const isAtEntries = this.#base > 0 && this.#depth === this.#base
    if (isAtEntries && (byte === COMMA || CLOSING.has(byte))) {
      if (byte !== COMMA) this.#end()
      return this.#begunAt > 0
    }
    if (isAtEntries && this.#begunAt === 0 && !BLANK.has(byte)) this.#begunAt = this.#lines + 1
    if (byte === QUOTE) this.#beginText()
    else if (OPENING.has(byte)) this.#open(byte)
    else if (CLOSING.has(byte)) this.#close()
    else if (byte === COLON && this.#base === 0 && this.#depth === 1) this.#isNamed = this.#name === this.#wrapper
    else if (byte === COMMA) this.#isNamed = false
    return false
  }

  #stepInText(byte: number): boolean {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === BACKSLASH) this.#isEscaped = true
    else if (byte === QUOTE) this.#isText = false
    else if (this.#base === 0 && this.#name.length < LONGEST_NAME) this.#name += String.fromCharCode(byte)
    return false
  }

  #beginText(): void {
    this.#isText = true
    if (this.#base === 0) this.#name = ''
  }

  #open(byte: number): void {
    this.#depth++
    const isWanted = this.isClosed ? false : this.#wrapper === undefined ? this.#depth === 1 : this.#depth === 2 && this.#isNamed
    if (this.#base > 0 || byte !== LIST || !isWanted) return
    if (this.isOver) throw this.#more()
    this.#base = this.#depth
  }

  #close(): void {
    this.#depth--
    if (this.#depth > 0 || this.isOver || this.isClosed) return
    this.isClosed = true
    this.isOverLines = this.#lines > 0
  }

  #end(): void {
    this.isOver = true
    this.#depth--
    this.#base = 0
  }

  #more(): CommandError {
    return new CommandError(`There is more behind the list of users, in line ${this.#lines + 1}: the file has to be one list.`)
  }
}
