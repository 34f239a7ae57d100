import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { sqliteModule } from '../../../platform/store/engines/sqlite-module.ts'

/** Texts by key, on a disk and not in memory. SQLite keeps a database without a name in a file that goes with its connection. */
export class TemporaryIndex {
  readonly #database: DatabaseSyncInstance

  private constructor(database: DatabaseSyncInstance) {
    this.#database = database
    database.exec('CREATE TABLE entries (key TEXT NOT NULL, value TEXT NOT NULL)')
    database.exec('CREATE INDEX entries_by_key ON entries (key)')
    // Never committed: nothing of it outlives the process.
    database.exec('BEGIN')
  }

  static async open(): Promise<TemporaryIndex> {
    const { DatabaseSync } = await sqliteModule()
    return new TemporaryIndex(new DatabaseSync(''))
  }

  add(key: string, value = ''): void {
    this.#database.prepare('INSERT INTO entries (key, value) VALUES (?, ?)').run(key, value)
  }

  *find(key: string): Generator<string> {
    const rows = this.#database.prepare('SELECT value FROM entries WHERE key = ? ORDER BY rowid').iterate(key)
    for (const row of rows) yield String((row as { readonly value: unknown }).value)
  }

  has(key: string): boolean {
    return this.#database.prepare('SELECT 1 FROM entries WHERE key = ? LIMIT 1').get(key) !== undefined
  }

  close(): void {
    this.#database.close()
  }
}
