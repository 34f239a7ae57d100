import type { Migration } from '../../platform/store/migrations.ts'

/** Changes of address, and the ways back. */
export const emailChangeTables: Migration = {
  id: '0001-email-change',
  statements: [
    `CREATE TABLE email_changes (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL, session_id TEXT NOT NULL, new_email TEXT NOT NULL,
      new_hash TEXT NOT NULL UNIQUE, old_hash TEXT UNIQUE, new_confirmed_at BIGINT, old_confirmed_at BIGINT,
      revertible INTEGER NOT NULL, created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, ended_at BIGINT, ending TEXT
    )`,
    `CREATE INDEX email_changes_by_account ON email_changes (account_id)`,
    `CREATE INDEX email_changes_by_expiry ON email_changes (expires_at)`,
    `CREATE UNIQUE INDEX email_changes_open ON email_changes (account_id) WHERE ended_at IS NULL`,
    `CREATE TABLE email_reverts (
      id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      email TEXT NOT NULL, verified_at BIGINT NOT NULL, requested_at BIGINT NOT NULL, created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL, used_at BIGINT, ended_at BIGINT, agreed INTEGER NOT NULL DEFAULT 0
    )`,
    `CREATE INDEX email_reverts_by_account ON email_reverts (account_id)`,
    `CREATE INDEX email_reverts_by_email ON email_reverts (email)`,
    `CREATE INDEX email_reverts_by_expiry ON email_reverts (expires_at)`,
  ],
}
