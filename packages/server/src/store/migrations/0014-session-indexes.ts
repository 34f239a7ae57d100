import type { Migration } from './migration.ts'

export const sessionIndexes: Migration = {
  id: '0014-session-indexes',
  indexes: [
    // Live ones are counted and listed from here alone. Account and epoch are one value: of two columns PostgreSQL would think
    // that the second tells nothing apart, and read all sessions of the account from another index.
    `CREATE INDEX sessions_open ON sessions ((account_id || ':' || CAST(epoch AS TEXT)), created_at, id, refresh_expires_at)
       WHERE revoked_at IS NULL`,
    // For the purge, which looks for what has ended.
    `CREATE INDEX sessions_ended ON sessions (revoked_at, id) WHERE revoked_at IS NOT NULL`,
    `CREATE INDEX refresh_tokens_by_generation ON refresh_tokens (session_id, generation)`,
  ],
  statements: [`DROP INDEX refresh_tokens_by_session`],
}
