import type { Migration } from './migration.ts'

export const codesAndOutbox: Migration = {
  id: '0002-codes-and-outbox',
  statements: [
    // No foreign key: a code outlives its account until it expires, so that it can say that the account is gone.
    `CREATE TABLE codes (
      id TEXT PRIMARY KEY,
      purpose TEXT NOT NULL,
      account_id TEXT NOT NULL,
      hash TEXT NOT NULL UNIQUE,
      guesses BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      used_at BIGINT
    )`,
    `CREATE INDEX codes_by_account ON codes (account_id, purpose)`,
    `CREATE INDEX codes_by_expiry ON codes (expires_at)`,
    `CREATE TABLE outbox (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      payload TEXT,
      attempts BIGINT NOT NULL,
      next_attempt_at BIGINT NOT NULL,
      leased_until BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      done_at BIGINT,
      outcome TEXT
    )`,
    `CREATE INDEX outbox_open ON outbox (next_attempt_at) WHERE done_at IS NULL`,
    `CREATE INDEX outbox_done ON outbox (done_at)`,
    // For the purge, which looks for what has expired.
    `CREATE INDEX sessions_by_expiry ON sessions (refresh_expires_at)`,
    `CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at)`,
  ],
}
