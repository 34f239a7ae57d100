import type { Migration } from './index.ts'

export const auditFolding: Migration = {
  id: '0009-audit-folding',
  statements: [
    // A default that is a constant rewrites no row, however long the log is; an index on it would have to read them all.
    `ALTER TABLE audit_events ADD COLUMN count BIGINT NOT NULL DEFAULT 1`,
  ],
}
