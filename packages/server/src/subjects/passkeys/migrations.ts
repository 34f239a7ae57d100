import type { Migration } from '../../platform/store/migrations.ts'

/** Passkeys. */
export const passkeysTables: Migration = {
  id: '0001-passkeys',
  statements: [
    `CREATE TABLE passkeys (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      credential_id TEXT NOT NULL UNIQUE, public_key TEXT NOT NULL, counter BIGINT NOT NULL, name TEXT NOT NULL,
      aaguid TEXT NOT NULL, transports TEXT NOT NULL, backup_eligible BIGINT NOT NULL, backed_up BIGINT NOT NULL,
      created_at BIGINT NOT NULL, last_used_at BIGINT, rp_id TEXT
    )`,
    `CREATE INDEX passkeys_by_account ON passkeys (account_id, created_at)`,
  ],
}
