import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { CommandError } from '../../../platform/commands/command.ts'
import { objectOf } from '../formats/fields.ts'
import type { Format } from '../formats/format.ts'
import { BEGINNING, type Position, type RawRecord, type SourceRecord } from './raw-record.ts'
import { cellsOf, readRows } from './read-csv.ts'
import { readDatabase } from './read-database.ts'
import { readLines } from './read-lines.ts'
import { beginsAround, readList } from './read-list.ts'
import type { SourceFile } from './source-file.ts'

type Shape = Pick<Format, 'wrapper' | 'rows' | 'mostBytes'>

const BYTE_ORDER_MARK = '\ufeff'

/** Its mark is none in UTF-8; without one, every other byte of plain text is zero. */
const WIDE = /^(?:\ufffd\ufffd|[^\0]?\0)/

/** What kind of file it is, its first bytes tell. Nothing of it is held but the record that is read. */
export async function* readSource(source: SourceFile, shape: Shape, from: Position = BEGINNING): AsyncGenerator<SourceRecord> {
  const { path: file, beginning, isDatabase } = source
  if (isDatabase) return yield* readDatabase(source, shape, from)
  if (WIDE.test(beginning)) throw new CommandError(`${source.name} is written in UTF-16, or is no text: save it as UTF-8.`)
  const text = beginning.replace(BYTE_ORDER_MARK, '').trimStart()
  if (text === '') return
  const mark = beginning.startsWith(BYTE_ORDER_MARK) ? Buffer.byteLength(BYTE_ORDER_MARK) : 0
  const start = from.offset === 0 ? { offset: mark, lines: 0 } : from
  const list = (wrapper: string | undefined) => parsed(readList(chunksOf(file, start), start, wrapper, from.offset > 0))
  if (text.startsWith('[')) yield* list(undefined)
  else if (!text.startsWith('{')) yield* readTable(file, { offset: mark, lines: 0 }, from)
  else if (await isWrapped(text, shape.wrapper, file, { offset: mark, lines: 0 })) yield* list(shape.wrapper)
  else yield* parsed(readLines(chunksOf(file, start), start, shape.mostBytes))
}

const chunksOf = (file: string, { offset }: Position): AsyncIterable<Buffer> => createReadStream(file, { start: offset })

/**
 * One object a line, or one around all. Where the first line is no whole object, the file begins with one over many lines or with a bad
 * record: then there is no list, and a line behind it is whole.
 */
async function isWrapped(text: string, wrapper: string | undefined, file: string, start: Position): Promise<boolean> {
  if (wrapper === undefined) return false
  const [line = '', ...others] = text.split('\n')
  const first = parse(line)
  if ('value' in first) return Array.isArray(objectOf(first.value)?.[wrapper])
  const beginning = await beginsAround(Readable.from([Buffer.from(text)]), wrapper)
  if (beginning !== undefined) return beginning
  if (others.slice(0, -1).some((one) => one.startsWith('{') && 'value' in parse(one))) return false
  return (await beginsAround(chunksOf(file, start), wrapper)) ?? true
}

async function* parsed(records: AsyncIterable<RawRecord>): AsyncGenerator<SourceRecord> {
  for await (const { line, end, text } of records)
    yield { line, end, read: text === undefined ? { reason: 'record_too_large' } : parse(text) }
}

function parse(text: string): SourceRecord['read'] {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { reason: 'not_json' }
  }
}

/** The names of the columns stand in the first line, which is read again wherever reading goes on. */
async function* readTable(file: string, start: Position, from: Position): AsyncGenerator<SourceRecord> {
  let names: readonly string[] = []
  for await (const { text, end } of readRows(chunksOf(file, start), start)) {
    names = cellsOf(text ?? '')?.map((name) => name.trim()) ?? []
    if (text === undefined || names.length === 0 || new Set(names).size < names.length)
      throw new CommandError('The first line of the file has to name its columns, each once.')
    from = from.offset === 0 ? end : from
    break
  }
  for await (const { line, end, text } of readRows(chunksOf(file, from), from)) {
    const cells = text === undefined ? undefined : cellsOf(text)
    if (text === undefined) yield { line, end, read: { reason: 'record_too_large' } }
    else if (cells?.length !== names.length) yield { line, end, read: { reason: 'not_json' } }
    else yield { line, end, read: { value: Object.fromEntries(names.map((name, at) => [name, cells[at]])) } }
  }
}
