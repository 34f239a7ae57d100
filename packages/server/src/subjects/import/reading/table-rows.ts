import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { CommandError } from '../../../platform/commands/command.ts'
import { MOST_BYTES } from './raw-record.ts'

type Row = Readonly<Record<string, unknown>>

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Real ones: a view or a virtual table can do anything when it is read. */
const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name = ?`

export const hasTable = (database: DatabaseSyncInstance, table: string): boolean =>
  database.prepare(TABLES).get(table) !== undefined

/** Without columns that are computed. */
export const columnsOf = (database: DatabaseSyncInstance, table: string): readonly string[] =>
  (database.prepare('SELECT name FROM pragma_table_info(?)').all(table) as { readonly name: string }[]).map(({ name }) => name)

/** In the order of their ids. */
export function tableRows(database: DatabaseSyncInstance, table: string): Iterable<Row> {
  return rowsOf(database, `SELECT ${selected(database, table)} FROM ${quoted(table)} ORDER BY "id"`, [])
}

/** Asks for rows by whom they belong to, through an index of our own: the table may have none. No more of them than a record has room for. */
export function ownedRows(database: DatabaseSyncInstance, table: string, owner: readonly string[]) {
  const columns = selected(database, table)
  const index = quoted(`owned ${table}`)
  const names = owner.map((_, at) => `owner_${at}`)
  const values = owner.map((column, at) => `CAST(${quoted(column)} AS TEXT) AS owner_${at}`)
  database.exec(`CREATE TEMP TABLE ${index} AS SELECT ${values.join(', ')}, "id" AS owned FROM main.${quoted(table)}`)
  database.exec(`CREATE INDEX temp.${quoted(`by ${table}`)} ON ${index} (${names.join(', ')})`)
  const found = `SELECT owned FROM temp.${index} WHERE ${names.map((name) => `${name} = ?`).join(' AND ')}`
  const statement = `SELECT ${columns} FROM main.${quoted(table)} WHERE "id" IN (${found}) ORDER BY "id"`
  return (...params: readonly string[]): readonly Row[] => {
    const rows: Row[] = []
    let bytes = 0
    for (const row of rowsOf(database, statement, params)) {
      rows.push(row)
      bytes += JSON.stringify(row).length
      if (bytes > MOST_BYTES) break
    }
    return rows
  }
}

/** Bytes are of no use here, and text is cut where it is more than a record has room for: then it is still too large. */
function selected(database: DatabaseSyncInstance, table: string): string {
  if (!hasTable(database, table)) throw new CommandError(`There is no table "${table}" in the database.`)
  const cut = (name: string) =>
    `CASE typeof(${name}) WHEN 'text' THEN substr(${name}, 1, ${MOST_BYTES + 1}) WHEN 'blob' THEN NULL ELSE ${name} END`
  return columnsOf(database, table)
    .map((column) => quoted(column))
    .map((name) => `${cut(name)} AS ${name}`)
    .join(', ')
}

/** Integers are read as what they are, also beyond those of JavaScript. */
function* rowsOf(database: DatabaseSyncInstance, sql: string, params: readonly string[]): Generator<Row> {
  const statement = database.prepare(sql)
  statement.setReadBigInts(true)
  for (const row of statement.iterate(...params) as Iterable<Row>)
    yield Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? numberOf(value) : value]),
    )
}

const numberOf = (value: bigint): number | string => (Number.isSafeInteger(Number(value)) ? Number(value) : String(value))
