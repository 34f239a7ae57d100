import { closeSync, fsyncSync, openSync } from 'node:fs'
import path from 'node:path'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import type { Queries, Row, Value } from './engine.ts'
import { sqliteModule } from './engines/sqlite.ts'

const SQLITE_BUSY = 5
const SQLITE_NOTADB = 26
/** SQLITE_CORRUPT is the other. */
const DAMAGED: ReadonlySet<number> = new Set([11, SQLITE_NOTADB])

/** One bare connection to a file that is there, for what no engine does. */
export async function withSqlite<T>(
  file: string,
  readOnly: boolean,
  work: (database: DatabaseSyncInstance) => T | Promise<T>,
): Promise<T> {
  const { DatabaseSync } = await sqliteModule()
  const database = new DatabaseSync(file, { readOnly })
  try {
    database.exec('PRAGMA busy_timeout = 5000')
    return await work(database)
  } finally {
    database.close()
  }
}

/** Such a connection for what engines run too. Changes are not prepared: a statement that is not collected yet would keep it open. */
export const bareQueries = (database: DatabaseSyncInstance): Queries => ({
  async query(sql, params = []) {
    if (sql.startsWith('SELECT')) return database.prepare(sql).all(...params) as readonly Row[]
    let at = 0
    database.exec(sql.replace(/\?/g, () => literal(params[at++])))
    return []
  },
})

const literal = (value: Value | undefined): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value ?? 'NULL')

/**
 * Copies a database into a new file, which only its owner can read. Others may write to the original meanwhile: the copy is
 * of one moment, because it is read in one transaction. It is on the disk when this resolves.
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  closeSync(openSync(to, 'wx', 0o600)) // SQLite fills a file that is there and empty, and leaves its mode as it is
  await withSqlite(from, true, (database) => database.exec(`VACUUM INTO '${to.replaceAll("'", "''")}'`))
  syncFile(to)
}

/**
 * Whether another connection has the database open, even if idle: leaving WAL mode needs it alone. When none has, what was in
 * the WAL is now in the file, and the file is all there is. What is damaged beyond opening counts as unused.
 */
export async function isSqliteInUse(file: string): Promise<boolean> {
  try {
    // Not prepared: a statement that is not collected yet would keep this very connection open.
    await withSqlite(file, false, (database) => {
      database.exec('PRAGMA busy_timeout = 0')
      database.exec('PRAGMA journal_mode = DELETE')
    })
    return false
  } catch (error) {
    const { errcode = 0, message } = error as { errcode?: number; message?: string }
    if ((errcode & 0xff) === SQLITE_BUSY || message === 'database is locked') return true
    if (DAMAGED.has(errcode & 0xff)) return false
    throw error
  }
}

/** Whether a file is none that SQLite has written. */
export const isNoSqlite = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_NOTADB

export const syncFile = (file: string): void => sync(file, 'r+')

/** Without this a rename may be forgotten by a power cut. */
export const syncDirectoryOf = (file: string): void => sync(path.dirname(file), 'r')

function sync(file: string, flags: string): void {
  const handle = openSync(file, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
