import type { Migration } from './migration.ts'

export const apiKeys: Migration = {
  id: '0021-api-keys',
  statements: [
    // By which backends call the administrators' routes. Scopes are separated by spaces; the maker is an account, or NULL for the command line.
    `CREATE TABLE api_keys (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      hash TEXT NOT NULL UNIQUE,
      scopes TEXT NOT NULL,
      created_by TEXT,
      created_at BIGINT NOT NULL,
      last_used_at BIGINT,
      revoked_at BIGINT
    )`,
    `CREATE INDEX api_keys_by_age ON api_keys (created_at DESC, id DESC)`,
  ],
}
