import type { Migration } from '../../platform/store/migrations.ts'

/** Organisations, and who belongs to them or is invited. */
export const organisationsTables: Migration = {
  id: '0001-organisations',
  statements: [
    `CREATE TABLE organisations (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, slug TEXT NOT NULL, created_by TEXT, owner_count BIGINT NOT NULL,
      member_count BIGINT NOT NULL, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL, words_of TEXT
    )`,
    `CREATE INDEX organisations_by_age ON organisations (created_at, id)`,
    `CREATE INDEX organisations_by_maker ON organisations (created_by) WHERE created_by IS NOT NULL`,
    `CREATE UNIQUE INDEX organisations_by_slug ON organisations (slug)`,
    `CREATE INDEX organisations_without_owners ON organisations (created_at, id) WHERE owner_count = 0`,
    `CREATE INDEX organisations_without_words ON organisations (created_at, id)
      WHERE CASE WHEN words_of = slug || ' ' || name THEN 0 ELSE 1 END = 1`,
    `CREATE TABLE org_members (
      org_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
      account_id TEXT NOT NULL REFERENCES accounts (id), role TEXT NOT NULL, joined_at BIGINT NOT NULL,
      PRIMARY KEY (org_id, account_id)
    )`,
    `CREATE INDEX org_members_by_account ON org_members (account_id, joined_at)`,
    `CREATE INDEX org_members_by_age ON org_members (org_id, joined_at, account_id)`,
    `CREATE INDEX org_members_owners ON org_members (org_id, account_id) WHERE role = 'owner'`,
    `CREATE INDEX org_members_owning ON org_members (account_id, org_id) WHERE role = 'owner'`,
    `CREATE TABLE org_invites (
      id TEXT PRIMARY KEY, org_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE, email TEXT NOT NULL,
      role TEXT NOT NULL, token_hash TEXT NOT NULL UNIQUE, invited_by TEXT NOT NULL, created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL, accepted_at BIGINT, declined_at BIGINT, revoked_at BIGINT
    )`,
    `CREATE INDEX org_invites_by_age ON org_invites (org_id, created_at, id)`,
    `CREATE INDEX org_invites_by_email ON org_invites (email, created_at)`,
    `CREATE INDEX org_invites_by_expiry ON org_invites (expires_at)`,
    `CREATE INDEX org_invites_by_inviter ON org_invites (invited_by)`,
    `CREATE UNIQUE INDEX org_invites_open ON org_invites (org_id, email)
      WHERE accepted_at IS NULL AND declined_at IS NULL AND revoked_at IS NULL`,
    `CREATE TABLE org_slugs (slug TEXT PRIMARY KEY, org_id TEXT NOT NULL, held_until BIGINT)`,
    `CREATE INDEX org_slugs_by_hold ON org_slugs (held_until)`,
    `CREATE TABLE org_words (
      org_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE, word TEXT COLLATE BINARY NOT NULL,
      shared BIGINT NOT NULL, created_at BIGINT NOT NULL, PRIMARY KEY (org_id, word)
    ) WITHOUT ROWID`,
    `CREATE INDEX org_words_by_word ON org_words (word, org_id, created_at, shared)`,
  ],
}

export const organisationData: Migration = {
  id: '0002-organisation-data',
  statements: [`ALTER TABLE organisations ADD COLUMN data TEXT`, `ALTER TABLE organisations ADD COLUMN data_updated_at BIGINT`],
}

export const broughtOrganisations: Migration = {
  id: '0003-brought-organisations',
  statements: [`ALTER TABLE organisations ADD COLUMN brought_in TEXT`],
}
