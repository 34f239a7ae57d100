import type { Migration } from './migration.ts'

export const dayCounters: Migration = {
  id: '0016-day-counters',
  indexes: [
    // Each ends with the order of the list, so that a page is read along it from any place on: instead of those that ended with
    // the time. New are the address, and what failed, which is little, so that few writes pay for it.
    `CREATE INDEX audit_list ON audit_events (created_at, id)`,
    `CREATE INDEX audit_list_by_type ON audit_events (type, created_at, id, success)`,
    `CREATE INDEX audit_list_by_target ON audit_events (target_user_id, created_at, id)`,
    `CREATE INDEX audit_list_by_actor ON audit_events (actor_id, created_at, id)`,
    `CREATE INDEX audit_list_by_ip ON audit_events (ip, created_at, id)`,
    `CREATE INDEX audit_list_failed ON audit_events (created_at, id) WHERE success = 0`,
    // Those that are still good are counted for the dashboard; the ones that expired unused only ever grow.
    `CREATE INDEX invites_pending ON invites (expires_at) WHERE accepted_at IS NULL AND revoked_at IS NULL`,
  ],
  statements: [
    // How often something happened on a day, in several rows each, of which a transaction changes one.
    `CREATE TABLE day_counters (
      figure TEXT NOT NULL,
      day BIGINT NOT NULL,
      shard BIGINT NOT NULL,
      total BIGINT NOT NULL,
      PRIMARY KEY (figure, day, shard)
    ) WITHOUT ROWID`,
    `INSERT INTO day_counters SELECT 'sign-up', created_at / 86400000, 0, COUNT(*) FROM audit_events
      WHERE type = 'user.registered' AND success = 1 AND created_at >= 0 GROUP BY created_at / 86400000`,
    `INSERT INTO day_counters SELECT 'sign-in', created_at / 86400000, 0, COUNT(*) FROM audit_events
      WHERE type IN ('login.success', 'admin.login.success', 'oauth.login') AND success = 1 AND created_at >= 0
      GROUP BY created_at / 86400000`,
    `INSERT INTO day_counters SELECT 'account', created_at / 86400000, 0, COUNT(*) FROM accounts
      WHERE created_at >= 0 GROUP BY created_at / 86400000`,
    `DROP INDEX audit_events_by_time`,
    `DROP INDEX audit_events_by_type`,
    `DROP INDEX audit_events_by_target`,
    `DROP INDEX audit_events_by_actor`,
    // account_spans is no longer read or written. It stays for an older version that still runs beside this one.
  ],
}
