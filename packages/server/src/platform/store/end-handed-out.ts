import type { Engine, Queries } from './engine.ts'
import type { AnyTable } from './table.ts'
import { TABLES } from './table-list.ts'

interface Ending {
  /** As `table.column`. An older database has some of them only, and `start` adds the others. */
  readonly needs: string
  readonly sql: (now: number) => string
  /** Also where sessions are to be kept. */
  readonly isAlways: boolean
}

function endingOf({ name, facts: { key, restored } }: AnyTable): Ending | undefined {
  const ending = (column: string, sql: Ending['sql'], isAlways = false): Ending => ({ needs: `${name}.${column}`, sql, isAlways })
  if ('kept' in restored) return undefined
  if ('emptied' in restored) return ending(key, () => `DELETE FROM ${name}`)
  if ('dropped' in restored) return ending(restored.needs, () => `DELETE FROM ${name} WHERE ${restored.dropped}`, true)
  if ('changed' in restored) return ending(restored.needs, restored.changed)
  const { ended, where, also } = restored
  return ending(ended, (now) => `UPDATE ${name} SET ${ended} = ${now}${also ? `, ${also}` : ''} WHERE ${where}`)
}

const COLUMNS: Readonly<Record<Engine['name'], string>> = {
  sqlite: `SELECT m.name || '.' || p.name AS name FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'`,
  postgres: `SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = current_schema()`,
}

/**
 * For a database that an old copy has taken the place of: what was revoked or used since then would work again, so everything that
 * was handed out ends, unless it is to be kept. Mails that were waiting then go in either case.
 */
export async function endHandedOut(sql: Queries, engine: Engine['name'], now: number, keepsSessions: boolean): Promise<void> {
  const columns = new Set((await sql.query(COLUMNS[engine])).map(({ name }) => name))
  for (const table of TABLES) {
    const ending = endingOf(table)
    if (ending && columns.has(ending.needs) && (ending.isAlways || !keepsSessions)) await sql.query(ending.sql(now))
  }
}
