import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import type { Engine, Queries, Row } from './engine.ts'
import { sqliteModule } from './engines/sqlite.ts'
import { openEngine, sqliteFile } from './open-engine.ts'
import { bareQueries, withSqlite } from './sqlite-file.ts'
import { WriteProbesTable } from './write-probes.ts'

/** A database for a command that must not change it: nothing is created, migrated or switched. */
export interface Reader extends Queries {
  readonly name: Engine['name']
  /** Throws when nothing can be written. A row of a table for that alone is written and removed. */
  tryToWrite(): Promise<void>
  close(): Promise<void>
}

export async function openReader(url: string): Promise<Reader> {
  const file = sqliteFile(url)
  return file === undefined ? postgresReader(url) : sqliteReader(file)
}

async function sqliteReader(file: string): Promise<Reader> {
  const { DatabaseSync } = await sqliteModule()
  const database: DatabaseSyncInstance = new DatabaseSync(file, { readOnly: true })
  return {
    name: 'sqlite',
    query: async (sql, params = []) => database.prepare(sql).all(...params) as readonly Row[],
    tryToWrite: () => withSqlite(file, false, (writer) => new WriteProbesTable(bareQueries(writer)).tryToWrite()),
    close: async () => database.close(),
  }
}

async function postgresReader(url: string): Promise<Reader> {
  const engine = await openEngine({ url, poolSize: 1, onError: () => undefined })
  return {
    name: 'postgres',
    query: engine.query,
    tryToWrite: () => new WriteProbesTable(engine).tryToWrite(),
    close: engine.close,
  }
}
