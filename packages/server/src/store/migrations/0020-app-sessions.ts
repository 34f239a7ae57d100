import type { Migration } from './migration.ts'

export const appSessions: Migration = {
  id: '0020-app-sessions',
  statements: [
    // What takes a person who is signed in here to an application on another host: once, and at once.
    `CREATE TABLE app_tickets (
      hash TEXT PRIMARY KEY,
      session_id TEXT NOT NULL,
      account_id TEXT NOT NULL,
      origin TEXT NOT NULL,
      path TEXT NOT NULL,
      nonce TEXT NOT NULL,
      expires_at BIGINT NOT NULL,
      used_at BIGINT
    )`,
    `CREATE INDEX app_tickets_by_expiry ON app_tickets (expires_at)`,
    // By which an application on another host knows a session of ours. The hash is of its origin and of its cookie.
    `CREATE TABLE app_sessions (
      hash TEXT PRIMARY KEY,
      session_id TEXT NOT NULL,
      created_at BIGINT NOT NULL
    )`,
    `CREATE INDEX app_sessions_by_session ON app_sessions (session_id, created_at)`,
  ],
}
