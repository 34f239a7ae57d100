import type { Migration } from '../../platform/store/migrations.ts'

export const unusedAccountsTables: Migration = {
  id: '0004-unused-accounts',
  statements: [
    `CREATE TABLE inactivity_notices (
      account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, told BIGINT NOT NULL, mail_id TEXT,
      noticed_at BIGINT NOT NULL, leaves_at BIGINT NOT NULL, next_at BIGINT NOT NULL
    )`,
    `CREATE INDEX inactivity_notices_by_next ON inactivity_notices (next_at, account_id)`,
  ],
}
