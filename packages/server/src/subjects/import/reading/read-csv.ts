import { Pieces, type Position, type RawRecord } from './raw-record.ts'

const [QUOTE, NEWLINE] = [34, 10]

/**
 * The rows of a CSV file (RFC 4180) as they stand: an end of a line within quotes ends no row. A doubled quote closes and opens again, so
 * that it needs no eye of its own here.
 */
export async function* readRows(chunks: AsyncIterable<Buffer>, { offset, lines }: Position): AsyncGenerator<RawRecord> {
  const pieces = new Pieces()
  let [end, ended, begunAt, isQuoted] = [offset, lines, lines + 1, false]
  for await (const chunk of chunks) {
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]
      if (byte === QUOTE) isQuoted = !isQuoted
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
