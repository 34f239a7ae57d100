import type { Engine, Queries, Row } from './engine.ts'
import { sqliteModule } from './engines/sqlite-module.ts'
import { openEngine, sqliteFile } from './open-engine.ts'
import { bareQueries, withSqlite } from './sqlite-file.ts'
import { WriteProbesTable } from './write-probes.ts'

/** For commands that must not change the database: nothing is created, migrated or switched to WAL mode. */
export interface Reader extends Queries {
  readonly name: Engine['name']
  /**
   * Throws when nothing can be written. Only a row in a table of its own is written, and removed again. Returns how many milliseconds a
   * commit has taken to be on the disk.
   */
  tryToWrite(): Promise<number>
  close(): Promise<void>
}

export async function openReader(url: string): Promise<Reader> {
  const file = sqliteFile(url)
  return file === undefined ? postgresReader(url) : sqliteReader(file)
}

async function sqliteReader(file: string): Promise<Reader> {
  const { DatabaseSync } = await sqliteModule()
  const database = new DatabaseSync(file, { readOnly: true })
  return {
    name: 'sqlite',
    query: async (sql, params = []) => database.prepare(sql).all(...params) as readonly Row[],
    tryToWrite: () =>
      withSqlite(file, false, (writer) => {
        writer.exec('PRAGMA synchronous = FULL')
        return new WriteProbesTable(bareQueries(writer)).tryToWrite()
      }),
    close: async () => database.close(),
  }
}

async function postgresReader(url: string): Promise<Reader> {
  const engine = await openEngine({ url, poolSize: 1, onError: () => undefined })
  const { query, close } = engine
  return { name: 'postgres', query, close, tryToWrite: () => new WriteProbesTable(engine).tryToWrite() }
}
