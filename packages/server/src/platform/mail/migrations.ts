import type { Migration } from '../store/migrations.ts'

/** Mails on their way, and the row that tells whether anything can be written. */
export const mailTables: Migration = {
  id: '0001-mail',
  statements: [
    `CREATE TABLE outbox (
      id TEXT PRIMARY KEY, kind TEXT NOT NULL, payload TEXT, attempts BIGINT NOT NULL, next_attempt_at BIGINT NOT NULL,
      leased_until BIGINT NOT NULL, expires_at BIGINT NOT NULL, created_at BIGINT NOT NULL, done_at BIGINT, outcome TEXT,
      traces TEXT, urgency BIGINT NOT NULL DEFAULT 0
    )`,
    `CREATE INDEX outbox_by_urgency ON outbox (urgency, created_at, id, next_attempt_at, leased_until)
      WHERE done_at IS NULL`,
    `CREATE INDEX outbox_decoys ON outbox (created_at) WHERE outcome = 'decoy' AND payload IS NOT NULL`,
    `CREATE INDEX outbox_done ON outbox (done_at)`,
    `CREATE INDEX outbox_open ON outbox (next_attempt_at) WHERE done_at IS NULL`,
    `CREATE TABLE write_probes (filler TEXT NOT NULL)`,
  ],
}
