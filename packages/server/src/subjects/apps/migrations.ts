import type { Migration } from '../../platform/store/migrations.ts'

/** Sessions in applications on other hosts. */
export const appsTables: Migration = {
  id: '0001-apps',
  statements: [
    `CREATE TABLE app_tickets (
      hash TEXT PRIMARY KEY, session_id TEXT NOT NULL, account_id TEXT NOT NULL, origin TEXT NOT NULL, path TEXT NOT NULL,
      nonce TEXT NOT NULL, expires_at BIGINT NOT NULL, used_at BIGINT
    )`,
    `CREATE INDEX app_tickets_by_account ON app_tickets (account_id)`,
    `CREATE INDEX app_tickets_by_expiry ON app_tickets (expires_at)`,
    `CREATE INDEX app_tickets_by_session ON app_tickets (session_id, expires_at)`,
    `CREATE TABLE app_sessions (hash TEXT PRIMARY KEY, session_id TEXT NOT NULL, created_at BIGINT NOT NULL)`,
    `CREATE INDEX app_sessions_by_session ON app_sessions (session_id, created_at)`,
  ],
}
