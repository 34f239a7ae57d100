import type { Migration } from './migration.ts'

export const sessionEpochs: Migration = {
  id: '0013-session-epochs',
  statements: [
    // A session of an older epoch than its account's has ended: however many there are, raising one number ends them all.
    `ALTER TABLE accounts ADD COLUMN session_epoch BIGINT NOT NULL DEFAULT 0`,
    `ALTER TABLE sessions ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0`,
    // Which of the browsers that share a challenge came first.
    `ALTER TABLE challenge_bindings ADD COLUMN ordinal BIGINT NOT NULL DEFAULT 0`,
    `DROP INDEX challenge_bindings_by_challenge`,
    `CREATE INDEX challenge_bindings_by_challenge ON challenge_bindings (challenge_id, ordinal)`,
    `DROP INDEX challenges_by_account`,
    `CREATE INDEX challenges_by_account ON challenges (account_id, created_at)`,
    `DROP INDEX codes_by_account`,
    `CREATE INDEX codes_by_account ON codes (account_id, purpose, created_at)`,
    `CREATE INDEX codes_open ON codes (account_id, purpose) WHERE used_at IS NULL`,
  ],
}
