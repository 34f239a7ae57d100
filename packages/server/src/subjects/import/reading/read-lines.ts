import { Pieces, type Position, type RawRecord } from './raw-record.ts'

const NEWLINE = 10

/** NDJSON: a record a line. Lines without anything are no records. */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  { offset, lines }: Position,
  most?: number,
): AsyncGenerator<RawRecord> {
  const pieces = new Pieces(most)
  let end = offset
  let ended = lines
  for await (const chunk of chunks) {
    let start = 0
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
      pieces.add(chunk.subarray(start, at))
      start = at + 1
      ended++
      const text = pieces.take()
      if (text?.trim() !== '') yield { line: ended, text, end: { offset: end + start, lines: ended } }
    }
    pieces.add(chunk.subarray(start))
    end += chunk.length
  }
  if (pieces.isEmpty) return
  const text = pieces.take()
  if (text?.trim() !== '') yield { line: ended + 1, text, end: { offset: end, lines: ended } }
}
