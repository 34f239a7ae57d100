import type { Migration } from './migration.ts'

export const limits: Migration = {
  id: '0007-limits',
  statements: [
    // How often something was tried. A bucket is a keyed hash cut short: it names no visitor, and there are only so many.
    `CREATE TABLE limits (
      bucket TEXT PRIMARY KEY,
      count BIGINT NOT NULL,
      blocked_until BIGINT NOT NULL,
      expires_at BIGINT NOT NULL
    )`,
    `CREATE INDEX limits_by_expiry ON limits (expires_at)`,
  ],
}
