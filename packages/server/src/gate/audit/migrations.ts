import type { Migration } from '../../platform/store/migrations.ts'

/** Rows from before have no reason. */
export const activityReasons: Migration = {
  id: '0002-activity-reasons',
  statements: [`ALTER TABLE activity ADD COLUMN reason TEXT`],
}

/** What happened, for administrators, for owners, and by day. */
export const auditTables: Migration = {
  id: '0001-audit',
  statements: [
    `CREATE TABLE audit_events (
      id TEXT PRIMARY KEY, type TEXT NOT NULL, success BIGINT NOT NULL, actor_id TEXT, target_user_id TEXT, session_id TEXT,
      ip TEXT NOT NULL, user_agent TEXT NOT NULL, request_id TEXT NOT NULL, metadata TEXT NOT NULL,
      created_at BIGINT NOT NULL, count BIGINT NOT NULL DEFAULT 1, org_id TEXT
    )`,
    `CREATE INDEX audit_events_by_org ON audit_events (org_id, created_at, id) WHERE org_id IS NOT NULL`,
    `CREATE INDEX audit_events_of_bans ON audit_events (target_user_id) WHERE type = 'admin.user.banned'`,
    `CREATE INDEX audit_list ON audit_events (created_at, id)`,
    `CREATE INDEX audit_list_by_actor ON audit_events (actor_id, created_at, id)`,
    `CREATE INDEX audit_list_by_ip ON audit_events (ip, created_at, id)`,
    `CREATE INDEX audit_list_by_target ON audit_events (target_user_id, created_at, id)`,
    `CREATE INDEX audit_list_by_type ON audit_events (type, created_at, id, success)`,
    `CREATE INDEX audit_list_failed ON audit_events (created_at, id) WHERE success = 0`,
    `CREATE TABLE activity (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL, type TEXT NOT NULL, success INTEGER NOT NULL, made_by TEXT NOT NULL,
      session_id TEXT, ip TEXT NOT NULL, user_agent TEXT NOT NULL, count BIGINT NOT NULL DEFAULT 1,
      created_at BIGINT NOT NULL
    )`,
    `CREATE INDEX activity_by_account ON activity (account_id, created_at, id)`,
    `CREATE INDEX activity_by_age ON activity (created_at)`,
    `CREATE INDEX activity_by_type ON activity (account_id, type, created_at, id)`,
    `CREATE TABLE day_counters (
      figure TEXT NOT NULL, day BIGINT NOT NULL, shard BIGINT NOT NULL, total BIGINT NOT NULL,
      PRIMARY KEY (figure, day, shard)
    ) WITHOUT ROWID`,
  ],
}

/** Rows from before have no number until they are sealed. */
export const sealedLog: Migration = {
  id: '0007-sealed-log',
  statements: [
    `ALTER TABLE audit_events ADD COLUMN sequence BIGINT`,
    `ALTER TABLE audit_events ADD COLUMN salt TEXT`,
    `ALTER TABLE audit_events ADD COLUMN personal_hash TEXT`,
    `ALTER TABLE audit_events ADD COLUMN erasure TEXT`,
    `CREATE TABLE audit_head (
      id BIGINT PRIMARY KEY, origin TEXT NOT NULL, size BIGINT NOT NULL, first BIGINT NOT NULL, peaks TEXT NOT NULL,
      note TEXT NOT NULL, lease_holder TEXT NOT NULL, leased_until BIGINT NOT NULL
    )`,
    `CREATE TABLE audit_tiles (
      level BIGINT NOT NULL, place BIGINT NOT NULL, hashes TEXT NOT NULL, PRIMARY KEY (level, place)
    )`,
    `CREATE TABLE audit_checkpoints (size BIGINT PRIMARY KEY, note TEXT NOT NULL, created_at BIGINT NOT NULL)`,
  ],
}

export const sealedLogIndexes: Migration = {
  id: '0007-sealed-log-indexes',
  indexes: [
    `CREATE UNIQUE INDEX audit_events_by_sequence ON audit_events (sequence) WHERE sequence IS NOT NULL`,
    `CREATE INDEX audit_events_unsealed ON audit_events (created_at, id) WHERE sequence IS NULL`,
  ],
  statements: [],
}
