import type { Engine, Queries } from './engine.ts'
import type { AnyTable } from './table.ts'
import { TABLES } from './table-list.ts'

/** `needs` names a column that an older database may lack until `start` adds it. */
function endingOf({ name, facts: { key, restored } }: AnyTable, now: number, isThere: (column: string) => boolean) {
  if ('kept' in restored) return undefined
  if ('noted' in restored) return { needs: restored.needs, sql: restored.noted(now, isThere), isAlways: true }
  if ('emptied' in restored) return { needs: key, sql: `DELETE FROM ${name}` }
  if ('dropped' in restored)
    return { needs: restored.needs, sql: `DELETE FROM ${name} WHERE ${restored.dropped}`, isAlways: true }
  if ('changed' in restored) return { needs: restored.needs, sql: restored.changed(now) }
  const { ended, where, also } = restored
  return { needs: ended, sql: `UPDATE ${name} SET ${ended} = ${now}${also ? `, ${also}` : ''} WHERE ${where}` }
}

const COLUMNS: Readonly<Record<Engine['name'], string>> = {
  sqlite: `SELECT m.name || '.' || p.name AS name FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'`,
  postgres: `SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = current_schema()`,
}

/**
 * For a database that is replaced by an old copy: in the copy, what was revoked or used since would work again. So all that was
 * handed out ends, unless the operator keeps sessions. Mails that were waiting are removed in either case.
 */
export async function revokeCredentials(
  sql: Queries,
  engine: Engine['name'],
  now: number,
  keepsSessions: boolean,
): Promise<void> {
  const columns = new Set((await sql.query(COLUMNS[engine])).map(({ name }) => name))
  for (const table of TABLES) {
    const ending = endingOf(table, now, (column) => columns.has(column))
    if (!ending || !columns.has(`${table.name}.${ending.needs}`)) continue
    if (ending.isAlways || !keepsSessions) await sql.query(ending.sql)
  }
}
