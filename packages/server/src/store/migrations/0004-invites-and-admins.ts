import type { Migration } from './migration.ts'

export const invitesAndAdmins: Migration = {
  id: '0004-invites-and-admins',
  statements: [
    `CREATE TABLE invites (
      id TEXT PRIMARY KEY,
      email TEXT NOT NULL,
      token_hash TEXT NOT NULL UNIQUE,
      created_by TEXT,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      accepted_at BIGINT,
      revoked_at BIGINT
    )`,
    // One open invite per address, however many administrators ask for it at the same moment.
    `CREATE UNIQUE INDEX invites_open ON invites (email) WHERE accepted_at IS NULL AND revoked_at IS NULL`,
    `CREATE INDEX invites_by_time ON invites (created_at, id)`,
    // A row to lock before the last administrator is counted: two who remove each other have to take turns.
    `CREATE TABLE locks (name TEXT PRIMARY KEY, taken BIGINT NOT NULL)`,
    `INSERT INTO locks (name, taken) VALUES ('admins', 0)`,
    `CREATE INDEX accounts_admins ON accounts (created_at, id) WHERE role = 'admin'`,
    `CREATE INDEX accounts_by_creation ON accounts (created_at, id, role, banned_at)`,
    `CREATE INDEX accounts_by_change ON accounts (updated_at, id, role, banned_at)`,
    `CREATE INDEX audit_events_by_type ON audit_events (type, created_at, success)`,
    `CREATE INDEX audit_events_by_actor ON audit_events (actor_id, created_at)`,
  ],
}
