import { CommandError } from '../../../platform/commands/command.ts'
import { Pieces, type Position, type RawRecord } from './raw-record.ts'

const [QUOTE, NEWLINE, COMMA] = [34, 10, 44]

/**
 * The rows of a CSV file (RFC 4180) as they stand: an end of a line within quotes ends no row. A quote opens only where a cell begins,
 * so that a stray one spoils its own row and no other; right behind one that closes it is a doubled one, and opens again.
 */
export async function* readRows(chunks: AsyncIterable<Buffer>, { offset, lines }: Position): AsyncGenerator<RawRecord> {
  const pieces = new Pieces()
  let [end, ended, begunAt] = [offset, lines, lines + 1]
  let [isQuoted, mayOpen] = [false, true]
  for await (const chunk of chunks) {
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]
      const wasQuoted = isQuoted
      if (byte === QUOTE) isQuoted = !wasQuoted && mayOpen
      mayOpen = !isQuoted && (byte === COMMA || byte === NEWLINE || (byte === QUOTE && wasQuoted))
      if (byte !== NEWLINE) continue
      ended++
      if (isQuoted) continue
      pieces.add(chunk.subarray(start, at))
      start = at + 1
      const text = pieces.take()
      if (text?.trim() !== '') yield { line: begunAt, text, end: { offset: end + start, lines: ended } }
      begunAt = ended + 1
    }
    pieces.add(chunk.subarray(start))
    end += chunk.length
  }
  if (isQuoted)
    throw new CommandError(`A quote in the row that begins in line ${begunAt} is not closed: from there on nothing was read.`)
  if (pieces.isEmpty) return
  const text = pieces.take()
  if (text?.trim() !== '') yield { line: begunAt, text, end: { offset: end, lines: ended } }
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r]*))(,|\r?$)/y

/** Undefined for what is no row, such as one with a quote that does not close. */
export function cellsOf(row: string): readonly string[] | undefined {
  const cells: string[] = []
  for (CELL.lastIndex = 0; ; ) {
    const found = CELL.exec(row)
    if (!found) return undefined
    const [, quoted, plain = '', end] = found
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end !== ',') return CELL.lastIndex === row.length ? cells : undefined
  }
}
