import type { Migration } from './migration.ts'

export const auditFolding: Migration = {
  id: '0009-audit-folding',
  statements: [
    // A default that is a constant rewrites no row, however long the log is; an index on it would have to read them all.
    `ALTER TABLE audit_events ADD COLUMN count BIGINT NOT NULL DEFAULT 1`,
    // What was written beside a mail in the belief that it would leave, and goes when it does not.
    `ALTER TABLE outbox ADD COLUMN traces TEXT`,
    // The mail with the current code: a request that finds that its sender died ends it.
    `ALTER TABLE challenges ADD COLUMN mail_id TEXT`,
  ],
}
