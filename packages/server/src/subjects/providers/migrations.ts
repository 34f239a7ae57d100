import type { Migration } from '../../platform/store/migrations.ts'

/** Identities at providers. */
export const providersTables: Migration = {
  id: '0001-providers',
  statements: [
    `CREATE TABLE identities (
      issuer TEXT NOT NULL, subject TEXT NOT NULL, provider TEXT NOT NULL,
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, email TEXT, tokens TEXT,
      created_at BIGINT NOT NULL, used_at BIGINT NOT NULL, vouched_email TEXT, PRIMARY KEY (issuer, subject)
    )`,
    `CREATE UNIQUE INDEX identities_by_account ON identities (account_id, provider)`,
    `CREATE INDEX identities_by_provider ON identities (provider, account_id)`,
  ],
}
