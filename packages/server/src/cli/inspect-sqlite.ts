import { statSync } from 'node:fs'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { PRESENT } from '../gate/accounts/tables/account-columns.ts'
import { levelOf, migrationState } from '../platform/store/migration-state.ts'
import { withSqlite } from '../platform/store/sqlite-file.ts'

export interface Inspection {
  readonly accounts: number
  /** Live sessions only. */
  readonly sessions: number
  readonly bytes: number
  readonly level: string
}

/** The problem says why the file is not an intact database that this program understands. */
export async function inspectSqlite(file: string, now: number): Promise<Inspection | { readonly problem: string }> {
  try {
    return await withSqlite(file, true, (database) => inspect(database, file, now))
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

function inspect(database: DatabaseSyncInstance, file: string, now: number): Inspection | { readonly problem: string } {
  const read = (sql: string) => database.prepare(sql).all() as readonly Record<string, unknown>[]
  const tables = read(`SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('migrations', 'accounts', 'sessions')`)
  if (tables.length < 3) return { problem: 'this is not a database of this service' }
  const [damage] = read('PRAGMA integrity_check').flatMap(Object.values)
  if (damage !== 'ok') return { problem: `the database is damaged: ${damage}` }
  if (read('PRAGMA foreign_key_check').length > 0)
    return { problem: 'the database is damaged: rows refer to others that are gone' }
  const applied = read('SELECT id FROM migrations ORDER BY id').map((row) => String(row['id']))
  const [unknown] = migrationState(applied).unknown
  if (unknown !== undefined) return { problem: `the database is newer than this program: it has the migration ${unknown}` }
  const count = (sql: string) => Number(read(sql)[0]?.['total'])
  return {
    accounts: count(`SELECT COUNT(*) AS total FROM accounts WHERE ${PRESENT}`),
    sessions: count(
      `SELECT COUNT(*) AS total FROM sessions WHERE revoked_at IS NULL AND refresh_expires_at > ${now}
       AND epoch = (SELECT session_epoch FROM accounts WHERE accounts.id = sessions.account_id)`,
    ),
    bytes: statSync(file).size,
    level: levelOf(applied),
  }
}
