import type { Migration } from './migration.ts'

export const devices: Migration = {
  id: '0010-devices',
  statements: [
    // Browsers in which an account was signed in to. The hash is of account and browser: no row leads to another account.
    `CREATE TABLE devices (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      hash TEXT NOT NULL,
      user_agent TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      last_seen_at BIGINT NOT NULL
    )`,
    `CREATE UNIQUE INDEX devices_by_account ON devices (account_id, hash)`,
    `CREATE INDEX devices_by_last_seen ON devices (last_seen_at)`,
  ],
}
