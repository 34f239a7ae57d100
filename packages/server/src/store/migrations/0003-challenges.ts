import type { Migration } from './migration.ts'

export const challenges: Migration = {
  id: '0003-challenges',
  statements: [
    // One row per lineage: a resend puts a new code on it, so guesses and resends are counted over all of them.
    `CREATE TABLE challenges (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      code_hash TEXT NOT NULL,
      guesses BIGINT NOT NULL,
      resends BIGINT NOT NULL,
      mail_pending_until BIGINT NOT NULL,
      mail_accepted_at BIGINT,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      used_at BIGINT
    )`,
    `CREATE INDEX challenges_by_account ON challenges (account_id)`,
    `CREATE INDEX challenges_by_expiry ON challenges (expires_at)`,
    // Several browsers may share a challenge, each with a cookie of its own, and each through a door of its own.
    `CREATE TABLE challenge_bindings (
      hash TEXT PRIMARY KEY,
      challenge_id TEXT NOT NULL REFERENCES challenges (id) ON DELETE CASCADE,
      entry_type TEXT,
      entry_metadata TEXT
    )`,
    `CREATE INDEX challenge_bindings_by_challenge ON challenge_bindings (challenge_id)`,
  ],
}
