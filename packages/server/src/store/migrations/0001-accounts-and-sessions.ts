import type { Migration } from './migration.ts'

export const accountsAndSessions: Migration = {
  id: '0001-accounts-and-sessions',
  statements: [
    `CREATE TABLE accounts (
      id TEXT PRIMARY KEY,
      email TEXT COLLATE BINARY NOT NULL UNIQUE,
      name TEXT NOT NULL,
      role TEXT NOT NULL,
      password_hash TEXT,
      credential_version BIGINT NOT NULL,
      verified_at BIGINT,
      banned_at BIGINT,
      two_factor_enabled_at BIGINT,
      last_seen_at BIGINT,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL
    )`,
    `CREATE TABLE sessions (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      token_hash TEXT NOT NULL UNIQUE,
      ip_address TEXT NOT NULL,
      user_agent TEXT NOT NULL,
      second_factor_at BIGINT,
      created_at BIGINT NOT NULL,
      last_active_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      refresh_expires_at BIGINT NOT NULL,
      revoked_at BIGINT
    )`,
    `CREATE INDEX sessions_by_account ON sessions (account_id, created_at)`,
    // One row per generation, kept after its rotation: that is how the reuse of any older one is noticed.
    `CREATE TABLE refresh_tokens (
      hash TEXT PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      generation BIGINT NOT NULL,
      rotated_at BIGINT,
      successor TEXT,
      expires_at BIGINT NOT NULL
    )`,
    `CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id)`,
    // No foreign key: the log outlives the accounts it speaks of.
    `CREATE TABLE audit_events (
      id TEXT PRIMARY KEY,
      type TEXT NOT NULL,
      success BIGINT NOT NULL,
      actor_id TEXT,
      target_user_id TEXT,
      session_id TEXT,
      ip TEXT NOT NULL,
      user_agent TEXT NOT NULL,
      request_id TEXT NOT NULL,
      metadata TEXT NOT NULL,
      created_at BIGINT NOT NULL
    )`,
    `CREATE INDEX audit_events_by_time ON audit_events (created_at)`,
    `CREATE INDEX audit_events_by_target ON audit_events (target_user_id, created_at)`,
  ],
}
