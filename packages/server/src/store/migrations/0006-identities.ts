import type { Migration } from './migration.ts'

export const identities: Migration = {
  id: '0006-identities',
  statements: [
    // Who an owner is at a provider. The address there is for reading only: it may change hands, and nothing is found by it.
    `CREATE TABLE identities (
      issuer TEXT NOT NULL,
      subject TEXT NOT NULL,
      provider TEXT NOT NULL,
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      email TEXT,
      tokens TEXT,
      created_at BIGINT NOT NULL,
      used_at BIGINT NOT NULL,
      PRIMARY KEY (issuer, subject)
    )`,
    `CREATE UNIQUE INDEX identities_by_account ON identities (account_id, provider)`,
    // Sign-ins with a provider that have come back. Those under way are not stored: the browser carries them, sealed.
    `CREATE TABLE spent_states (hash TEXT PRIMARY KEY, expires_at BIGINT NOT NULL)`,
    `CREATE INDEX spent_states_by_expiry ON spent_states (expires_at)`,
  ],
}
