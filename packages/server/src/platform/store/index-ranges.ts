import { setImmediate as nextTurn } from 'node:timers/promises'
import { cell, columns, number, type RowOf, text, time } from './columns.ts'
import type { Queries, Value } from './engine.ts'
import { placeholders } from './table.ts'

export type Clause = { readonly conditions: readonly string[]; readonly params: readonly Value[] }

export const noClause: Clause = { conditions: [], params: [] }

export const both = (...clauses: readonly Clause[]): Clause => ({
  conditions: clauses.flatMap(({ conditions }) => conditions),
  params: clauses.flatMap(({ params }) => params),
})

/** A range of an index, read in the order of its key, and the tests that its rows have to pass. */
export interface IndexRangeQuery {
  readonly table: string
  /** The columns that `tests`, `id` and `moment` use. */
  readonly columns: readonly string[]
  readonly key: readonly string[]
  readonly isDescending: boolean
  /** Values of the first columns of the key. Both bounds are exclusive. */
  readonly start: readonly Value[]
  readonly end: readonly Value[]
  /** Conditions that the index itself answers, beside its key. */
  readonly within: Clause
  readonly tests: Clause
  /** How often testing a row looks into another table. */
  readonly lookups: number
  /** Expressions over the rows, named `s`; the wanted order goes by `moment`. */
  readonly id: string
  readonly moment: string
}

type IndexRange = { readonly behind: readonly Value[]; readonly rows: number }

const MATCH = columns('a list', { id: text('id'), moment: time('moment') })

export type Match = RowOf<typeof MATCH>

export const reversed = (source: IndexRangeQuery): IndexRangeQuery => {
  const { isDescending, start, end } = source
  return { ...source, isDescending: !isDescending, start: end, end: start }
}

/** Steps grow to `most` rows, and other requests get their turn between two of them. */
export async function* indexRanges(
  sql: Queries,
  source: IndexRangeQuery,
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

/** Undefined where the source has fewer rows. */
async function lastOf(
  sql: Queries,
  source: IndexRangeQuery,
  { behind, rows }: IndexRange,
): Promise<readonly Value[] | undefined> {
  const { text, params } = read(source, source.key, behind)
  const [row] = await sql.query(`${text} LIMIT 1 OFFSET ${rows - 1}`, params)
  return row && Object.values(row)
}

/** Rows are not tested. */
export async function isLonger(sql: Queries, source: IndexRangeQuery, rows: number): Promise<boolean> {
  const { text, params } = read(bare(source), ['1 AS found'], source.start)
  return (await sql.query(`${text} LIMIT 1 OFFSET ${rows}`, params)).length > 0
}

/** Rows are not tested, and counted no further than `most`. */
export async function lengthOf(sql: Queries, source: IndexRangeQuery, most: number): Promise<number> {
  const { text, params } = read(bare(source), ['1 AS found'], source.start)
  return cell((await sql.query(`SELECT COUNT(*) AS total FROM (${text} LIMIT ${most}) AS s`, params))[0], number('total'))
}

export async function countIn(sql: Queries, source: IndexRangeQuery, stretch: IndexRange): Promise<number> {
  const { text, params } = matchesIn(source, stretch)
  return cell((await sql.query(`SELECT COUNT(*) AS total FROM ${text}`, params))[0], number('total'))
}

export async function firstIn(sql: Queries, source: IndexRangeQuery, stretch: IndexRange, limit: number, offset = 0) {
  const { text, params } = matchesIn(source, stretch)
  const direction = source.isDescending ? 'DESC' : 'ASC'
  const found = await sql.query(
    `SELECT ${source.id} AS id, ${source.moment} AS moment FROM ${text} ORDER BY moment ${direction}, id ${direction} LIMIT ? OFFSET ?`,
    [...params, limit, offset],
  )
  return found.map(MATCH.read)
}

type Query = { readonly text: string; readonly params: readonly Value[] }

/** The LIMIT makes PostgreSQL walk the index: it cannot tell how far two keys are apart, and would else read the whole table. */
function matchesIn(source: IndexRangeQuery, { behind, rows }: IndexRange): Query {
  const { text, params } = read(source, source.columns, behind)
  const tests = source.tests.conditions.length > 0 ? `WHERE ${source.tests.conditions.join(' AND ')}` : ''
  return { text: `(${text} LIMIT ${rows}) AS s ${tests}`, params: [...params, ...source.tests.params] }
}

/** With a key that is no longer than its bounds, the index alone answers and no row is read. */
const bare = (source: IndexRangeQuery): IndexRangeQuery => {
  const { key, start, end } = source
  return { ...source, key: key.slice(0, Math.max(start.length, end.length)) }
}

/** Bounds are compared as tuples, never by `=`: PostgreSQL might expect few rows to be equal, and sort a million of them. */
function read(
  { table, key, isDescending, within, end }: IndexRangeQuery,
  columns: readonly string[],
  behind: readonly Value[],
): Query {
  const [after, before, direction] = isDescending ? ['<', '>', 'DESC'] : ['>', '<', 'ASC']
  const compared = (sign: string, values: readonly Value[]): string =>
    `(${key.slice(0, values.length).join(', ')}) ${sign} (${placeholders(values)})`
  const conditions = [compared(after, behind), compared(before, end), ...within.conditions]
  const order = key.map((column) => `${column} ${direction}`)
  return {
    text: `SELECT ${columns.join(', ')} FROM ${table} WHERE ${conditions.join(' AND ')} ORDER BY ${order.join(', ')}`,
    params: [...behind, ...end, ...within.params],
  }
}
