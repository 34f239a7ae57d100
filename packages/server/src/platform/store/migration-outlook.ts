import { cell, number } from './columns.ts'
import type { Engine, Queries } from './engine.ts'
import type { Migration } from './migrations.ts'

/** What one migration will cost, and whether processes of the version before can go on meanwhile. */
export interface Outlook {
  readonly id: string
  /** Tables that are read as a whole, with about as many rows. */
  readonly reads: readonly { readonly table: string; readonly rows: number }[]
  readonly seconds: number
  /** Undefined where the older version can go on; else what is in its way. */
  readonly obstacle: string | undefined
}

/** Rows of which an index is made in a second on a slow disk: an estimate that rather is too long. */
const INDEXED_PER_SECOND = 100_000

/** Each statement of ours begins in one of these ways; of any other nothing is known, and so it is taken for the worst. */
const CREATE_TABLE = /^CREATE TABLE (\w+)/
const CREATE_INDEX = /^CREATE (UNIQUE )?INDEX \w+ ON (\w+)/
const ADD_COLUMN = /^ALTER TABLE \w+ ADD COLUMN (.+)$/s
const ADD_ROWS = /^INSERT INTO \w+ \([^)]*\) VALUES/

export async function outlookOn(
  { name, query }: Pick<Engine, 'name'> & Queries,
  pending: readonly Migration[],
): Promise<readonly Outlook[]> {
  const made = new Set(pending.flatMap(({ statements }) => statements.flatMap((one) => CREATE_TABLE.exec(one)?.[1] ?? [])))
  const sizes = new Map<string, number>()
  const found: Outlook[] = []
  for (const { id, statements, indexes = [] } of pending) {
    const indexed = [...indexes, ...statements].flatMap((one) => CREATE_INDEX.exec(one)?.[2] ?? [])
    for (const table of indexed)
      if (!sizes.has(table)) sizes.set(table, made.has(table) ? 0 : await rowsIn({ name, query }, table))
    const rowsOf = (table: string): number => sizes.get(table) ?? 0
    const old = indexed.filter((table) => !made.has(table))
    const seconds = old.reduce((sum, table) => sum + rowsOf(table) / INDEXED_PER_SECOND, 0)
    const reads = [...new Set(old)].map((table) => ({ table, rows: rowsOf(table) }))
    found.push({ id, reads, seconds, obstacle: obstacleIn(statements, indexes, made) })
  }
  return found
}

/** `made` are tables that the older version does not know. */
function obstacleIn(statements: readonly string[], indexes: readonly string[], made: ReadonlySet<string>): string | undefined {
  for (const statement of [...statements, ...indexes]) {
    const [, column] = ADD_COLUMN.exec(statement) ?? []
    const [, unique, table = ''] = CREATE_INDEX.exec(statement) ?? []
    const isFine =
      CREATE_TABLE.test(statement) ||
      ADD_ROWS.test(statement) ||
      (column !== undefined && !(/ NOT NULL/.test(column) && !/ DEFAULT /.test(column))) ||
      (table !== '' && (!unique || made.has(table)))
    if (!isFine) return statement.split('\n', 1)[0]
  }
  return undefined
}

/** PostgreSQL knows about how many there are. In SQLite the last row has the highest number, whatever was removed before it. */
async function rowsIn({ name, query }: Pick<Engine, 'name'> & Queries, table: string): Promise<number> {
  const [row] =
    name === 'postgres'
      ? await query(`SELECT GREATEST(reltuples, 0)::BIGINT AS total FROM pg_catalog.pg_class WHERE oid = to_regclass(?)`, [table])
      : await query(`SELECT COALESCE(MAX(rowid), 0) AS total FROM ${table}`)
  return cell(row, number('total'))
}
