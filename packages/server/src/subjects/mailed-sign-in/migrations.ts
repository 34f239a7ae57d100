import type { Migration } from '../../platform/store/migrations.ts'

export const mailedSignInTables: Migration = {
  id: '0003-mailed-sign-in',
  statements: [
    `CREATE TABLE sign_in_codes (
      id TEXT PRIMARY KEY, binding_hash TEXT NOT NULL UNIQUE, address_hash TEXT NOT NULL, account_id TEXT,
      credential_version BIGINT NOT NULL, hash TEXT NOT NULL, asked TEXT NOT NULL, guesses BIGINT NOT NULL,
      created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, used_at BIGINT
    )`,
    `CREATE INDEX sign_in_codes_by_address ON sign_in_codes (address_hash, created_at, id)`,
    `CREATE INDEX sign_in_codes_by_account ON sign_in_codes (account_id)`,
    `CREATE INDEX sign_in_codes_by_expiry ON sign_in_codes (expires_at)`,
  ],
}
