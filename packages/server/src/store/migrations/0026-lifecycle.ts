import type { Migration } from './migration.ts'

export const lifecycle: Migration = {
  id: '0026-lifecycle',
  statements: [
    // A change of address that was asked for. Its codes set the address of this row and no other. It outlives its account, without
    // the address, only to say that the account is gone.
    `CREATE TABLE email_changes (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      session_id TEXT NOT NULL,
      new_email TEXT NOT NULL,
      new_hash TEXT NOT NULL UNIQUE,
      old_hash TEXT UNIQUE,
      new_confirmed_at BIGINT,
      old_confirmed_at BIGINT,
      revertible INTEGER NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      ended_at BIGINT,
      ending TEXT
    )`,
    `CREATE UNIQUE INDEX email_changes_open ON email_changes (account_id) WHERE ended_at IS NULL`,
    `CREATE INDEX email_changes_by_expiry ON email_changes (expires_at)`,
    // A change that was made and can be taken back: until then its old address is kept for the account.
    `CREATE TABLE email_reverts (
      id TEXT PRIMARY KEY,
      hash TEXT NOT NULL UNIQUE,
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      email TEXT NOT NULL,
      verified_at BIGINT NOT NULL,
      requested_at BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      used_at BIGINT,
      ended_at BIGINT
    )`,
    `CREATE INDEX email_reverts_by_email ON email_reverts (email)`,
    `CREATE INDEX email_reverts_by_account ON email_reverts (account_id)`,
    `CREATE INDEX email_reverts_by_expiry ON email_reverts (expires_at)`,
    // What the owner of an account can answer a mail about a sign-in with: "this wasn't me".
    `CREATE TABLE device_reports (
      id TEXT PRIMARY KEY,
      hash TEXT NOT NULL UNIQUE,
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      since BIGINT NOT NULL,
      email_hash TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      used_at BIGINT
    )`,
    `CREATE INDEX device_reports_by_account ON device_reports (account_id)`,
    `CREATE INDEX device_reports_by_expiry ON device_reports (expires_at)`,
    // The security events of an account as its owner sees them. Failures of strangers that are alike share a row for an hour.
    `CREATE TABLE activity (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      type TEXT NOT NULL,
      success INTEGER NOT NULL,
      made_by TEXT NOT NULL,
      session_id TEXT,
      ip TEXT NOT NULL,
      user_agent TEXT NOT NULL,
      count BIGINT NOT NULL DEFAULT 1,
      created_at BIGINT NOT NULL
    )`,
    `CREATE INDEX activity_by_account ON activity (account_id, created_at, id)`,
    `CREATE INDEX activity_by_type ON activity (account_id, type, created_at, id)`,
    `CREATE INDEX activity_by_age ON activity (created_at)`,
    `ALTER TABLE sessions ADD COLUMN name TEXT`,
    // Since when the account has the factor that the session was raised with.
    `ALTER TABLE sessions ADD COLUMN elevation_enrolled_at BIGINT`,
    // Whether a session was ever issued. Of accounts from before it is not known, so their next one counts as a further one.
    `ALTER TABLE accounts ADD COLUMN has_signed_in INTEGER NOT NULL DEFAULT 1`,
    // Whether its owner has proved a mailbox before the one that it has now.
    `ALTER TABLE accounts ADD COLUMN was_proved INTEGER NOT NULL DEFAULT 0`,
    // Of the address that a code was mailed to: for an account with another one by now it is good for nothing.
    `ALTER TABLE codes ADD COLUMN email_hash TEXT`,
  ],
}
