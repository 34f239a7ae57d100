import type { Migration } from './migration.ts'

export const organisations: Migration = {
  id: '0025-organisations',
  statements: [
    // The counts are those of org_members: they change with its rows, and in no other way.
    `CREATE TABLE organisations (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      slug TEXT NOT NULL,
      created_by TEXT,
      owner_count BIGINT NOT NULL,
      member_count BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL
    )`,
    `CREATE UNIQUE INDEX organisations_by_slug ON organisations (slug)`,
    `CREATE INDEX organisations_by_age ON organisations (created_at, id)`,
    // Slugs that are taken, and those that were given up and are kept for a while. A slug is claimed here, in one statement.
    `CREATE TABLE org_slugs (slug TEXT PRIMARY KEY, org_id TEXT NOT NULL, held_until BIGINT)`,
    `CREATE INDEX org_slugs_by_hold ON org_slugs (held_until)`,
    `CREATE TABLE org_members (
      org_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
      account_id TEXT NOT NULL REFERENCES accounts (id),
      role TEXT NOT NULL,
      joined_at BIGINT NOT NULL,
      PRIMARY KEY (org_id, account_id)
    )`,
    `CREATE INDEX org_members_by_account ON org_members (account_id, joined_at)`,
    `CREATE INDEX org_members_by_age ON org_members (org_id, joined_at, account_id)`,
    `CREATE TABLE org_invites (
      id TEXT PRIMARY KEY,
      org_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
      email TEXT NOT NULL,
      role TEXT NOT NULL,
      token_hash TEXT NOT NULL UNIQUE,
      invited_by TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      accepted_at BIGINT,
      declined_at BIGINT,
      revoked_at BIGINT
    )`,
    `CREATE UNIQUE INDEX org_invites_open ON org_invites (org_id, email)
      WHERE accepted_at IS NULL AND declined_at IS NULL AND revoked_at IS NULL`,
    `CREATE INDEX org_invites_by_email ON org_invites (email, created_at)`,
    `CREATE INDEX org_invites_by_age ON org_invites (org_id, created_at, id)`,
    `ALTER TABLE accounts ADD COLUMN org_owner_count BIGINT NOT NULL DEFAULT 0`,
    `ALTER TABLE audit_events ADD COLUMN org_id TEXT`,
    `CREATE INDEX audit_events_by_org ON audit_events (org_id, created_at, id) WHERE org_id IS NOT NULL`,
    // A wish of the session's app, which authorises nothing: what it means is looked up in org_members every time.
    `ALTER TABLE sessions ADD COLUMN active_org_id TEXT`,
    `CREATE INDEX sessions_by_active_org ON sessions (account_id, active_org_id) WHERE active_org_id IS NOT NULL`,
  ],
}
