import type { Engine, Queries, Row, Sql } from '../../../platform/store/engine.ts'
import { MIGRATION_LOCK } from '../../../platform/store/migrate.ts'
import { hashIn, type Tally } from '../source/row-hash.ts'
import { list, type TableShape } from '../source/table-shape.ts'

const ROWS = (name: string): string => `json_populate_recordset(CAST(NULL AS ${name}), CAST(? AS json))`
const TALLY = (hash: string): string => `COUNT(*) AS rows, CAST(COALESCE(SUM(${hash}), 0) AS text) AS sum`

const read = (row: Row | undefined): Tally => ({ rows: Number(row?.['rows']), sum: BigInt(String(row?.['sum'])) })

/** Rows that cannot be stored beside others are left out. The tally is of what is stored, as PostgreSQL sees it. */
export async function insert(sql: Queries, { name, columns }: TableShape, rows: readonly Row[]): Promise<Tally> {
  if (rows.length === 0) return { rows: 0, sum: 0n }
  const [stored] = await sql.query(
    `WITH stored AS (INSERT INTO ${name} (${list(columns)}) SELECT ${list(columns, 'given.')} FROM ${ROWS(name)} AS given
       ON CONFLICT DO NOTHING RETURNING ${list(columns)})
     SELECT ${TALLY(hashIn(columns, 'stored'))} FROM stored`,
    [JSON.stringify(rows)],
  )
  return read(stored)
}

const keysAsRows = ({ key }: TableShape, keys: readonly string[]): string =>
  JSON.stringify(
    keys.map((one) => JSON.parse(one)).map((values) => Object.fromEntries(key.map((name, at) => [name, values[at]]))),
  )

const byKey = ({ key }: TableShape, alias: string): string => key.map((name) => `${alias}.${name} = given.${name}`).join(' AND ')

/** How many were there. */
export async function remove(sql: Queries, table: TableShape, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0
  const [gone] = await sql.query(
    `WITH gone AS (DELETE FROM ${table.name} AS there USING ${ROWS(table.name)} AS given WHERE ${byKey(table, 'there')} RETURNING 1)
     SELECT COUNT(*) AS rows FROM gone`,
    [keysAsRows(table, keys)],
  )
  return Number(gone?.['rows'])
}

/** Of what is stored under these keys. */
export async function tallyIn(sql: Queries, table: TableShape, keys: readonly string[]): Promise<Tally> {
  const [found] = await sql.query(
    `SELECT ${TALLY(hashIn(table.columns, 'there'))} FROM ${table.name} AS there JOIN ${ROWS(table.name)} AS given ON ${byKey(table, 'there')}`,
    [keysAsRows(table, keys)],
  )
  return read(found)
}

/** Takes as long as it takes, and keeps others from migrating meanwhile. */
export const unhurried = <T>(engine: Engine, work: (sql: Sql) => Promise<T>): Promise<T> => engine.migration(MIGRATION_LOCK, work)

export const countsIn = (engine: Engine, tables: readonly TableShape[]): Promise<ReadonlyMap<string, number>> =>
  unhurried(engine, async (sql) => {
    const counts = new Map<string, number>()
    for (const { name } of tables)
      counts.set(name, Number((await sql.query(`SELECT COUNT(*) AS total FROM ${name}`))[0]?.['total']))
    return counts
  })
