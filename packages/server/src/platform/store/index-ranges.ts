import { setImmediate as nextTurn } from 'node:timers/promises'
import { cell, columns, number, type RowOf, text, time } from './columns.ts'
import type { Queries, Value } from './engine.ts'
import { marks } from './table.ts'

/** Conditions and the values for their placeholders. */
export interface Clause {
  readonly conditions: readonly string[]
  readonly params: readonly Value[]
}

export const noClause: Clause = { conditions: [], params: [] }

export const both = (...clauses: readonly Clause[]): Clause => ({
  conditions: clauses.flatMap(({ conditions }) => conditions),
  params: clauses.flatMap(({ params }) => params),
})

/** A part of an index, read in the order of its key, and what is asked of each row in it. */
export interface Source {
  readonly table: string
  /** What the tests look at. */
  readonly columns: readonly string[]
  readonly key: readonly string[]
  readonly isDescending: boolean
  /** Values of the first columns of the key: it begins behind the ones and ends before the others. */
  readonly start: readonly Value[]
  readonly end: readonly Value[]
  /** What the index is chosen by, beside its key. */
  readonly within: Clause
  readonly tests: Clause
  /** How often a test of a row goes to look in another place. */
  readonly lookups: number
  /** Of the table `s`: whose row it is, and what the wanted order goes by. */
  readonly id: string
  readonly moment: string
}

/** So many rows of a source, behind a key, as are read at once. */
interface IndexRange {
  readonly behind: readonly Value[]
  readonly rows: number
}

const MATCH = columns('a list', { id: text('id'), moment: time('moment') })

export type Match = RowOf<typeof MATCH>

/** From the other end. */
export const reversed = (source: Source): Source => ({
  ...source,
  isDescending: !source.isDescending,
  start: source.end,
  end: source.start,
})

/** A source to its end, in steps that grow to `most` rows, with room for others between any two. */
export async function* indexRanges(
  sql: Queries,
  source: Source,
  most: number,
  { first = most, behind = source.start }: { readonly first?: number; readonly behind?: readonly Value[] } = {},
): AsyncGenerator<IndexRange> {
  let rows = Math.min(first, most)
  for (let key: readonly Value[] | undefined = behind; key; rows = Math.min(rows * 10, most)) {
    yield { behind: key, rows }
    key = await lastOf(sql, source, { behind: key, rows })
    if (key) await nextTurn()
  }
}

/** The key of the last row of a stretch; undefined where the source ends before. */
async function lastOf(sql: Queries, source: Source, { behind, rows }: IndexRange): Promise<readonly Value[] | undefined> {
  const { text, params } = read(source, source.key, behind)
  const [row] = await sql.query(`${text} LIMIT 1 OFFSET ${rows - 1}`, params)
  return row && Object.values(row)
}

/** Whether a source has more rows than these, whatever is asked of them. */
export async function isLonger(sql: Queries, source: Source, rows: number): Promise<boolean> {
  const { text, params } = read(bare(source), ['1 AS found'], source.start)
  return (await sql.query(`${text} LIMIT 1 OFFSET ${rows}`, params)).length > 0
}

/** How many rows it has, whatever is asked of them, and counted no further than `most`. */
export async function lengthOf(sql: Queries, source: Source, most: number): Promise<number> {
  const { text, params } = read(bare(source), ['1 AS found'], source.start)
  const [row] = await sql.query(`SELECT COUNT(*) AS total FROM (${text} LIMIT ${most}) AS s`, params)
  return cell(row, number('total'))
}

export async function countIn(sql: Queries, source: Source, stretch: IndexRange): Promise<number> {
  const { text, params } = matchesIn(source, stretch)
  const [row] = await sql.query(`SELECT COUNT(*) AS total FROM ${text}`, params)
  return cell(row, number('total'))
}

/** The first few of a stretch by their moment, behind as many as are to be left out. */
export async function firstIn(
  sql: Queries,
  source: Source,
  stretch: IndexRange,
  limit: number,
  offset = 0,
): Promise<readonly Match[]> {
  const { text, params } = matchesIn(source, stretch)
  const direction = source.isDescending ? 'DESC' : 'ASC'
  const found = await sql.query(
    `SELECT ${source.id} AS id, ${source.moment} AS moment FROM ${text} ORDER BY moment ${direction}, id ${direction} LIMIT ? OFFSET ?`,
    [...params, limit, offset],
  )
  return found.map(MATCH.read)
}

interface Text {
  readonly text: string
  readonly params: readonly Value[]
}

/**
 * The limit is what makes a database read a stretch along its index and test nothing else: PostgreSQL has no idea how far
 * it is from one key to another, and would rather read the whole table.
 */
function matchesIn(source: Source, { behind, rows }: IndexRange): Text {
  const { text, params } = read(source, source.columns, behind)
  const tests = source.tests.conditions.length > 0 ? `WHERE ${source.tests.conditions.join(' AND ')}` : ''
  return { text: `(${text} LIMIT ${rows}) AS s ${tests}`, params: [...params, ...source.tests.params] }
}

/** As much of the key as its bounds need, which its index has in it: no row is looked at. */
const bare = (source: Source): Source => ({
  ...source,
  key: source.key.slice(0, Math.max(source.start.length, source.end.length)),
})

/**
 * Bounds are compared as a whole, and also where the first column has one value only: of an equation PostgreSQL might think
 * that few rows meet it, and collect and sort the million that do.
 */
function read({ table, key, isDescending, within, end }: Source, columns: readonly string[], behind: readonly Value[]): Text {
  const [after, before, direction] = isDescending ? ['<', '>', 'DESC'] : ['>', '<', 'ASC']
  const compared = (sign: string, values: readonly Value[]): string =>
    `(${key.slice(0, values.length).join(', ')}) ${sign} (${marks(values)})`
  const conditions = [compared(after, behind), compared(before, end), ...within.conditions]
  const order = key.map((column) => `${column} ${direction}`)
  return {
    text: `SELECT ${columns.join(', ')} FROM ${table} WHERE ${conditions.join(' AND ')} ORDER BY ${order.join(', ')}`,
    params: [...behind, ...end, ...within.params],
  }
}
