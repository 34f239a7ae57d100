import type { Queries, Row } from './engine.ts'
import { sqliteModule } from './engines/sqlite-module.ts'
import { openEngine, sqliteFile } from './open-engine.ts'

const SNAPSHOT = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY'

/**
 * All that is read is of one moment, however long it takes, and others write meanwhile. On SQLite the log of the file is not emptied until
 * it is over.
 */
export async function readSnapshot<T>(url: string, work: (sql: Queries) => Promise<T>): Promise<T> {
  const file = sqliteFile(url)
  return file === undefined ? ofPostgres(url, work) : ofSqlite(file, work)
}

async function ofSqlite<T>(file: string, work: (sql: Queries) => Promise<T>): Promise<T> {
  const { DatabaseSync } = await sqliteModule()
  const database = new DatabaseSync(file, { readOnly: true })
  const prepared = new Map<string, ReturnType<typeof database.prepare>>()
  try {
    database.exec('PRAGMA busy_timeout = 5000')
    database.exec('BEGIN')
    return await work({
      async query(sql, params = []) {
        const statement = prepared.get(sql) ?? database.prepare(sql)
        prepared.set(sql, statement)
        return statement.all(...params) as readonly Row[]
      },
    })
  } finally {
    // Statements that are still in memory would keep a closed connection, and with it what it reads.
    if (database.isTransaction) database.exec('ROLLBACK')
    database.close()
  }
}

async function ofPostgres<T>(url: string, work: (sql: Queries) => Promise<T>): Promise<T> {
  const engine = await openEngine({ url, poolSize: 1, onError: () => undefined })
  try {
    return await engine.migration(SNAPSHOT, work)
  } finally {
    await engine.close()
  }
}
