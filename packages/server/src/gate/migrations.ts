import type { Migration } from '../platform/store/migrations.ts'

/** What is asked for at the gate, what was mailed for it, and what is counted there. */
export const gateTables: Migration = {
  id: '0001-gate',
  statements: [
    `CREATE TABLE challenges (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, code_hash TEXT NOT NULL,
      guesses BIGINT NOT NULL, resends BIGINT NOT NULL, mail_pending_until BIGINT NOT NULL, mail_accepted_at BIGINT,
      created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, used_at BIGINT, credential_version BIGINT NOT NULL DEFAULT 0,
      mail_id TEXT
    )`,
    `CREATE INDEX challenges_by_account ON challenges (account_id, created_at)`,
    `CREATE INDEX challenges_by_expiry ON challenges (expires_at)`,
    `CREATE TABLE challenge_bindings (
      hash TEXT PRIMARY KEY, challenge_id TEXT NOT NULL REFERENCES challenges (id) ON DELETE CASCADE, entry_type TEXT,
      entry_metadata TEXT, method TEXT, provider TEXT, ordinal BIGINT NOT NULL DEFAULT 0
    )`,
    `CREATE INDEX challenge_bindings_by_challenge ON challenge_bindings (challenge_id, ordinal)`,
    `CREATE TABLE codes (
      id TEXT PRIMARY KEY, purpose TEXT NOT NULL, account_id TEXT NOT NULL, hash TEXT NOT NULL UNIQUE,
      guesses BIGINT NOT NULL, created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, used_at BIGINT, session_id TEXT,
      return_to TEXT, email_hash TEXT
    )`,
    `CREATE INDEX codes_by_account ON codes (account_id, purpose, created_at)`,
    `CREATE INDEX codes_by_expiry ON codes (expires_at)`,
    `CREATE INDEX codes_open ON codes (account_id, purpose) WHERE used_at IS NULL`,
    `CREATE TABLE devices (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, hash TEXT NOT NULL,
      user_agent TEXT NOT NULL, created_at BIGINT NOT NULL, last_seen_at BIGINT NOT NULL,
      credential_version BIGINT NOT NULL DEFAULT 0, trusted_at BIGINT, trusted_until BIGINT, trusted_version BIGINT
    )`,
    `CREATE UNIQUE INDEX devices_by_account ON devices (account_id, hash)`,
    `CREATE INDEX devices_by_last_seen ON devices (last_seen_at)`,
    `CREATE TABLE limits (
      bucket TEXT PRIMARY KEY, count BIGINT NOT NULL, blocked_until BIGINT NOT NULL, expires_at BIGINT NOT NULL
    )`,
    `CREATE INDEX limits_by_expiry ON limits (expires_at)`,
    `CREATE TABLE spent_states (hash TEXT PRIMARY KEY, expires_at BIGINT NOT NULL)`,
    `CREATE INDEX spent_states_by_expiry ON spent_states (expires_at)`,
    `CREATE TABLE data_keys (name TEXT PRIMARY KEY, sealed TEXT NOT NULL, created_at BIGINT NOT NULL)`,
  ],
}

export const challengesOfSessions: Migration = {
  id: '0002-challenges-of-sessions',
  statements: [`ALTER TABLE challenge_bindings ADD COLUMN session_id TEXT`],
}

export const refusedReturnsTable: Migration = {
  id: '0002-refused-returns',
  statements: [
    `CREATE TABLE refused_returns (origin TEXT PRIMARY KEY, seen_at BIGINT NOT NULL)`,
    `CREATE INDEX refused_returns_by_time ON refused_returns (seen_at)`,
  ],
}
