import type { Migration } from '../../platform/store/migrations.ts'

export const auditCollectors: Migration = {
  id: '0009-audit-collectors',
  statements: [
    `CREATE TABLE audit_collectors (
      target TEXT PRIMARY KEY, position BIGINT NOT NULL, lease_holder TEXT NOT NULL, leased_until BIGINT NOT NULL,
      failures BIGINT NOT NULL
    )`,
  ],
}
