import type { Migration } from '../../platform/store/migrations.ts'

/** Keys for backends. */
export const keysTables: Migration = {
  id: '0001-keys',
  statements: [
    `CREATE TABLE api_keys (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, scopes TEXT NOT NULL, created_by TEXT,
      created_at BIGINT NOT NULL, last_used_at BIGINT, revoked_at BIGINT
    )`,
    `CREATE INDEX api_keys_by_age ON api_keys (created_at DESC, id DESC)`,
  ],
}
