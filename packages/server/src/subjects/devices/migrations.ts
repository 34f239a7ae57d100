import type { Migration } from '../../platform/store/migrations.ts'

/** Sign-ins that their owner may say were not theirs. */
export const devicesTables: Migration = {
  id: '0001-devices',
  statements: [
    `CREATE TABLE device_reports (
      id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      since BIGINT NOT NULL, email_hash TEXT NOT NULL, created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL,
      used_at BIGINT
    )`,
    `CREATE INDEX device_reports_by_account ON device_reports (account_id)`,
    `CREATE INDEX device_reports_by_expiry ON device_reports (expires_at)`,
  ],
}
