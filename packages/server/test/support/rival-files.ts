import { readFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { objectOf } from '../../src/subjects/import/formats/fields.ts'
import { formatNamed } from '../../src/subjects/import/formats/list.ts'
import type { ImportedRecord, Refusal } from '../../src/subjects/import/imported-record.ts'

export const RIVALS = path.resolve(import.meta.dirname, '../rivals')

const PASSWORD = 'correct horse battery staple'

/** One of the files in `test/rivals`, and who has made it: a rival’s own code by name, or we from its documentation. */
interface RivalFile {
  readonly name: string
  readonly from: string
  readonly madeBy: string
  readonly source: string
  /** Of everyone in it who has one. */
  readonly password: string
  /** What goes with it: a file to join, and what the old system was configured with. */
  readonly second: string | undefined
  readonly config: string | undefined
  /** It goes with another. */
  readonly part: boolean
}

const textOf = (name: string): string => readFileSync(path.join(RIVALS, name), 'utf8')

export const rivalFiles: readonly RivalFile[] = Object.entries(
  JSON.parse(textOf('index.json')) as Record<string, Partial<RivalFile> & Pick<RivalFile, 'from' | 'madeBy' | 'source'>>,
).map(([name, one]) => ({ name, password: PASSWORD, second: undefined, config: undefined, part: false, ...one }))

/** A file of ours has no quotes within quotes, and no lines within cells. */
const cellsOf = (line: string): readonly string[] =>
  [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, bare = '']) => quoted ?? bare)

function valuesOf(name: string, from: string): readonly unknown[] {
  const { wrapper, rows } = formatNamed(from)
  const text = textOf(name)
  if (rows && name.endsWith('.sql')) {
    const database = new DatabaseSync(':memory:')
    database.exec(text)
    return [...rows(database)]
  }
  const lines = text.split('\n').filter(Boolean)
  if (name.endsWith('.csv')) {
    const [columns = [], ...cells] = lines.map(cellsOf)
    return cells.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? ''])))
  }
  if (name.endsWith('.ndjson')) return lines.map((line) => JSON.parse(line) as unknown)
  const whole = JSON.parse(text) as unknown
  const list = Array.isArray(whole) ? whole : objectOf(whole)?.[wrapper ?? '']
  if (!Array.isArray(list)) throw new Error(`${name} has no list`)
  return list
}

/** The values of a file, and how its format reads one of them, or another in its place. */
export function rivalValues({ name, from, second, config }: RivalFile) {
  const { read, joins, readConfig } = formatNamed(from)
  const others = second === undefined ? [] : valuesOf(second, from)
  const context = (joined: readonly unknown[]) => ({
    now: Date.parse('2030-01-01T00:00:00Z'),
    config: readConfig(config === undefined ? undefined : textOf(config)),
    joined: (key: string) => joined.filter((one) => joins?.keyOf(one) === key),
  })
  return {
    values: valuesOf(name, from),
    others,
    read: (value: unknown, joined: readonly unknown[] = others): ImportedRecord | Refusal => read(value, context(joined)),
  }
}
