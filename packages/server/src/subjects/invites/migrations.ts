import type { Migration } from '../../platform/store/migrations.ts'

/** Invites to the service. */
export const invitesTables: Migration = {
  id: '0001-invites',
  statements: [
    `CREATE TABLE invites (
      id TEXT PRIMARY KEY, email TEXT NOT NULL, token_hash TEXT NOT NULL UNIQUE, created_by TEXT, created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL, accepted_at BIGINT, revoked_at BIGINT
    )`,
    `CREATE INDEX invites_by_email ON invites (email)`,
    `CREATE INDEX invites_by_expiry ON invites (expires_at)`,
    `CREATE INDEX invites_by_maker ON invites (created_by) WHERE created_by IS NOT NULL`,
    `CREATE INDEX invites_by_time ON invites (created_at, id)`,
    `CREATE UNIQUE INDEX invites_open ON invites (email) WHERE accepted_at IS NULL AND revoked_at IS NULL`,
    `CREATE INDEX invites_pending ON invites (expires_at) WHERE accepted_at IS NULL AND revoked_at IS NULL`,
  ],
}
