import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql, Value } from '../engine.ts'
import type { AccountOrder } from './account-list.ts'
import type { Source } from './account-sources.ts'

/** So much of a source as is read at once; the last one goes to its end. */
interface Stretch {
  readonly from: readonly Value[]
  readonly to: readonly Value[] | undefined
}

export interface Match {
  readonly id: string
  readonly moment: number
}

/** A source from end to end, with room for others between any two stretches of it. */
export async function* stretchesOf(sql: Sql, source: Source, rows: number): AsyncGenerator<Stretch> {
  for (let from: readonly Value[] | undefined = source.from; from; ) {
    const next: readonly Value[] | undefined = await keyAfter(sql, source, from, rows)
    yield { from, to: next }
    if (next) await nextTurn()
    from = next
  }
}

/** The key that lies so many rows further on; undefined where the source ends before. */
export async function keyAfter(
  sql: Sql,
  source: Source,
  from: readonly Value[],
  rows: number,
): Promise<readonly Value[] | undefined> {
  const order = source.key.map((column) => `${column} ${source.isDescending ? 'DESC' : 'ASC'}`).join(', ')
  const [row] = await sql.query(
    `SELECT ${source.key.join(', ')} FROM ${source.table} WHERE ${isWithin(source, undefined)} ORDER BY ${order} LIMIT 1 OFFSET ?`,
    [...from, source.to, ...source.within.params, rows],
  )
  return row && Object.values(row)
}

export async function countIn(sql: Sql, source: Source, stretch: Stretch): Promise<number> {
  const [row] = await sql.query(
    `SELECT COUNT(*) AS total FROM ${source.table} WHERE ${isMatch(source, stretch)}`,
    paramsOf(source, stretch),
  )
  return row?.['total'] as number
}

/** The first few of a stretch in the wanted order. */
export async function firstIn(
  sql: Sql,
  source: Source,
  stretch: Stretch,
  { by, isAscending }: AccountOrder,
  limit: number,
): Promise<readonly Match[]> {
  const direction = isAscending ? 'ASC' : 'DESC'
  const rows = await sql.query(
    `SELECT ${source.accountId} AS id, ${source.moment[by]} AS moment FROM ${source.table} WHERE ${isMatch(source, stretch)}
       ORDER BY moment ${direction}, id ${direction} LIMIT ?`,
    [...paramsOf(source, stretch), limit],
  )
  return rows.map((row) => ({ id: row['id'] as string, moment: row['moment'] as number }))
}

function isWithin({ key, isDescending, within }: Source, to: Stretch['to']): string {
  const columns = `(${key.join(', ')})`
  const values = `(${key.map(() => '?').join(', ')})`
  const [since, until] = isDescending ? ['<=', '>'] : ['>=', '<']
  const end = to ? `${columns} ${until} ${values}` : `${key[0]} ${until} ?`
  return [`${columns} ${since} ${values}`, end, ...within.conditions].join(' AND ')
}

const isMatch = (source: Source, { to }: Stretch): string => [isWithin(source, to), ...source.tests.conditions].join(' AND ')

const paramsOf = ({ to: end, within, tests }: Source, { from, to = [end] }: Stretch): readonly Value[] => [
  ...from,
  ...to,
  ...within.params,
  ...tests.params,
]
