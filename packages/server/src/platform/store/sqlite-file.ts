import { closeSync, fsyncSync, openSync } from 'node:fs'
import path from 'node:path'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import type { Queries, Row, Value } from './engine.ts'
import { sqliteModule } from './engines/sqlite-module.ts'

const SQLITE_BUSY = 5
const SQLITE_NOTADB = 26
const SQLITE_CORRUPT = 11

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

/** Changes are not prepared: a statement that is not garbage-collected yet would keep the connection open. */
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

/** The copy is of one moment, although others may write meanwhile. It is readable for its owner only, and on the disk. */
export async function copySqlite(from: string, to: string): Promise<void> {
  closeSync(openSync(to, 'wx', 0o600)) // SQLite fills a file that is there and empty, and leaves its mode as it is
  await withSqlite(from, true, (database) => database.exec(`VACUUM INTO '${to.replaceAll("'", "''")}'`))
  syncFile(to)
}

/**
 * Leaving WAL mode fails while another connection is open, even an idle one. Where it succeeds, the WAL has been merged into the
 * file. A file too damaged to open counts as unused.
 */
export async function isSqliteInUse(file: string): Promise<boolean> {
  try {
    // Not prepared: a statement that is not garbage-collected yet would keep this connection open.
    await withSqlite(file, false, (database) => {
      database.exec('PRAGMA busy_timeout = 0')
      database.exec('PRAGMA journal_mode = DELETE')
    })
    return false
  } catch (error) {
    const { errcode = 0, message } = error as { errcode?: number; message?: string }
    if ((errcode & 0xff) === SQLITE_BUSY || message === 'database is locked') return true
    if ([SQLITE_CORRUPT, SQLITE_NOTADB].includes(errcode & 0xff)) return false
    throw error
  }
}

export const isNoSqlite = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_NOTADB

export const syncFile = (file: string): void => sync(file, 'r+')

/** A rename may be lost in a power cut until its directory is synced. */
export const syncDirectoryOf = (file: string): void => sync(path.dirname(file), 'r')

function sync(file: string, flags: string): void {
  const handle = openSync(file, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
