import type { Migration } from './migration.ts'

export const provenance: Migration = {
  id: '0008-provenance',
  statements: [
    // How a session came to be, and what its holder has proved last. Unknown for sessions from before.
    `ALTER TABLE sessions ADD COLUMN method TEXT`,
    `ALTER TABLE sessions ADD COLUMN provider TEXT`,
    `ALTER TABLE sessions ADD COLUMN elevated_at BIGINT`,
    `ALTER TABLE sessions ADD COLUMN elevation TEXT`,
    // No account has version 0: a challenge from before belongs to credentials that no account has any more.
    `ALTER TABLE challenges ADD COLUMN credential_version BIGINT NOT NULL DEFAULT 0`,
    `ALTER TABLE challenge_bindings ADD COLUMN method TEXT`,
    `ALTER TABLE challenge_bindings ADD COLUMN provider TEXT`,
    // The address that the provider itself has verified, when it was last asked.
    `ALTER TABLE identities ADD COLUMN vouched_email TEXT`,
    // A code that only the session which asked for it can redeem.
    `ALTER TABLE codes ADD COLUMN session_id TEXT`,
  ],
}
