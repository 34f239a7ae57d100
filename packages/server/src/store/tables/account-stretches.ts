import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql, Value } from '../engine.ts'
import type { AccountOrder } from './account-list.ts'
import type { Source } from './account-sources.ts'

/** So many rows of a source, from a key on, as are read at once. */
interface Stretch {
  readonly from: readonly Value[]
  readonly rows: number
}

export interface Match {
  readonly id: string
  readonly moment: number
}

/** A source from end to end, in steps that grow to `most` rows, with room for others between any two. */
export async function* stretchesOf(sql: Sql, source: Source, most: number, first = most): AsyncGenerator<Stretch> {
  let rows = Math.min(first, most)
  for (let from: readonly Value[] | undefined = source.from; from; rows = Math.min(rows * 10, most)) {
    yield { from, rows }
    from = await keyAfter(sql, source, { from, rows })
    if (from) await nextTurn()
  }
}

/** The key that follows on a stretch; undefined where the source ends before. */
export async function keyAfter(sql: Sql, source: Source, { from, rows }: Stretch): Promise<readonly Value[] | undefined> {
  const [row] = await sql.query(`${read(source, source.key)} LIMIT 1 OFFSET ${rows}`, paramsOf(source, from))
  return row && Object.values(row)
}

export async function countIn(sql: Sql, source: Source, { from, rows }: Stretch): Promise<number> {
  const [row] = await sql.query(`SELECT COUNT(*) AS total FROM ${matchesIn(source, rows)}`, [
    ...paramsOf(source, from),
    ...source.tests.params,
  ])
  return row?.['total'] as number
}

/** The first few of a stretch in the wanted order. */
export async function firstIn(
  sql: Sql,
  source: Source,
  { from, rows }: Stretch,
  { by, isAscending }: AccountOrder,
  limit: number,
): Promise<readonly Match[]> {
  const direction = isAscending ? 'ASC' : 'DESC'
  const found = await sql.query(
    `SELECT ${source.id} AS id, ${source.moment[by]} AS moment FROM ${matchesIn(source, rows)}
       ORDER BY moment ${direction}, id ${direction} LIMIT ?`,
    [...paramsOf(source, from), ...source.tests.params, limit],
  )
  return found.map((row) => ({ id: row['id'] as string, moment: row['moment'] as number }))
}

/**
 * The limit is what makes a database read a stretch along its index and test nothing else: PostgreSQL has no idea how far
 * it is from one key to another, and would rather read the whole table.
 */
const matchesIn = (source: Source, rows: number): string =>
  `(${read(source, source.columns)} LIMIT ${rows}) AS s WHERE ${source.tests.conditions.join(' AND ')}`

function read({ table, key, isDescending, within }: Source, columns: readonly string[]): string {
  const [since, until, direction] = isDescending ? ['<=', '>', 'DESC'] : ['>=', '<', 'ASC']
  const start = `(${key.join(', ')}) ${since} (${key.map(() => '?').join(', ')})`
  const conditions = [start, `${key[0]} ${until} ?`, ...within.conditions]
  const order = key.map((column) => `${column} ${direction}`)
  return `SELECT ${columns.join(', ')} FROM ${table} WHERE ${conditions.join(' AND ')} ORDER BY ${order.join(', ')}`
}

const paramsOf = ({ to, within }: Source, from: readonly Value[]): readonly Value[] => [...from, to, ...within.params]
