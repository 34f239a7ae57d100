import type { Migration } from '../../platform/store/migrations.ts'

/** Sessions, the tokens that renew them, and the processes that keep them in memory. */
export const sessionsTables: Migration = {
  id: '0001-sessions',
  statements: [
    `CREATE TABLE sessions (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      token_hash TEXT NOT NULL UNIQUE, ip_address TEXT NOT NULL, user_agent TEXT NOT NULL, second_factor_at BIGINT,
      created_at BIGINT NOT NULL, last_active_at BIGINT NOT NULL, expires_at BIGINT NOT NULL,
      refresh_expires_at BIGINT NOT NULL, revoked_at BIGINT, method TEXT, provider TEXT, elevated_at BIGINT, elevation TEXT,
      epoch BIGINT NOT NULL DEFAULT 0, active_org_id TEXT, name TEXT, elevation_enrolled_at BIGINT
    )`,
    `CREATE INDEX sessions_by_account ON sessions (account_id, created_at)`,
    `CREATE INDEX sessions_by_active_org ON sessions (account_id, active_org_id) WHERE active_org_id IS NOT NULL`,
    `CREATE INDEX sessions_by_expiry ON sessions (refresh_expires_at)`,
    `CREATE INDEX sessions_ended ON sessions (revoked_at, id) WHERE revoked_at IS NOT NULL`,
    `CREATE INDEX sessions_open ON sessions ((account_id || ':' || CAST(epoch AS TEXT)), created_at, id, refresh_expires_at)
      WHERE revoked_at IS NULL`,
    `CREATE TABLE refresh_tokens (
      hash TEXT PRIMARY KEY, session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE, generation BIGINT NOT NULL,
      rotated_at BIGINT, successor TEXT, expires_at BIGINT NOT NULL
    )`,
    `CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at)`,
    `CREATE INDEX refresh_tokens_by_generation ON refresh_tokens (session_id, generation)`,
    `CREATE TABLE session_leases (id TEXT PRIMARY KEY, renewals BIGINT NOT NULL)`,
    `CREATE TABLE session_messages (
      holder TEXT NOT NULL, change TEXT NOT NULL, account_id TEXT NOT NULL, PRIMARY KEY (holder, change, account_id)
    )`,
    `CREATE INDEX session_messages_by_account ON session_messages (account_id)`,
    `CREATE INDEX session_messages_by_change ON session_messages (change)`,
  ],
}

export const cookiesOfRefreshTokens: Migration = {
  id: '0010-cookies-of-refresh-tokens',
  statements: [`ALTER TABLE refresh_tokens ADD COLUMN cookie TEXT`],
}
