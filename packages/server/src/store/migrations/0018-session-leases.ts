import type { Migration } from './migration.ts'

export const sessionLeases: Migration = {
  id: '0018-session-leases',
  statements: [
    // A process that keeps sessions in memory has a row here, for as long as it may use them.
    `CREATE TABLE session_leases (
      id TEXT PRIMARY KEY,
      renewals BIGINT NOT NULL
    )`,
    // What each of them has still to evict: an account, or all of it where that is empty.
    `CREATE TABLE session_messages (
      holder TEXT NOT NULL,
      change TEXT NOT NULL,
      account_id TEXT NOT NULL,
      PRIMARY KEY (holder, change, account_id)
    )`,
    `CREATE INDEX session_messages_by_change ON session_messages (change)`,
    `CREATE INDEX session_messages_by_account ON session_messages (account_id)`,
    `INSERT INTO locks (name, taken) VALUES ('sessions', 0)`,
  ],
}
