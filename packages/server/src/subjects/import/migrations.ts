import type { Migration } from '../../platform/store/migrations.ts'

/** An import that goes on has to be asked for as it was begun. */
export const importOptionsAsked: Migration = {
  id: '0012-import-options',
  statements: [`ALTER TABLE import_runs ADD COLUMN asked TEXT`],
}

/** Where accounts came from, and how far each import is. */
export const importTables: Migration = {
  id: '0001-import',
  statements: [
    `CREATE TABLE account_origins (
      account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, source TEXT NOT NULL,
      source_id TEXT COLLATE BINARY NOT NULL, run_id TEXT NOT NULL, created_at BIGINT NOT NULL
    )`,
    `CREATE INDEX account_origins_by_source_id ON account_origins (source_id, account_id)`,
    `CREATE TABLE import_runs (
      id TEXT PRIMARY KEY, source TEXT NOT NULL, file_name TEXT NOT NULL, file_hash TEXT NOT NULL, report TEXT,
      progress TEXT NOT NULL, version BIGINT NOT NULL, started_at BIGINT NOT NULL, updated_at BIGINT NOT NULL, finished_at BIGINT
    )`,
    `CREATE INDEX import_runs_open ON import_runs (file_name, started_at) WHERE finished_at IS NULL`,
  ],
}
