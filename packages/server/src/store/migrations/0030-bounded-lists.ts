import type { Migration } from './migration.ts'

export const boundedLists: Migration = {
  id: '0030-bounded-lists',
  indexes: [
    // By which the traces of an account are found when it is deleted.
    `CREATE INDEX audit_events_of_bans ON audit_events (target_user_id) WHERE type = 'admin.user.banned'`,
    `CREATE INDEX invites_by_maker ON invites (created_by) WHERE created_by IS NOT NULL`,
    `CREATE INDEX invites_by_email ON invites (email)`,
    `CREATE INDEX organisations_by_maker ON organisations (created_by) WHERE created_by IS NOT NULL`,
    `CREATE INDEX org_invites_by_inviter ON org_invites (invited_by)`,
    // By which those are removed that are long over.
    `CREATE INDEX invites_by_expiry ON invites (expires_at)`,
    `CREATE INDEX org_invites_by_expiry ON org_invites (expires_at)`,
    // By which organisations without an owner who could sign in are found.
    `CREATE INDEX accounts_banned_owners ON accounts (created_at, id) WHERE banned_at IS NOT NULL AND org_owner_count > 0`,
    `CREATE INDEX organisations_without_owners ON organisations (created_at, id) WHERE owner_count = 0`,
    `CREATE INDEX org_members_owning ON org_members (account_id, org_id) WHERE role = 'owner'`,
    `CREATE INDEX org_members_owners ON org_members (org_id, account_id) WHERE role = 'owner'`,
    `CREATE INDEX app_tickets_by_account ON app_tickets (account_id)`,
    `CREATE INDEX email_changes_by_account ON email_changes (account_id)`,
  ],
  statements: [
    // What administrators search organisations by: as the words of accounts are kept, and made in the background for those from before.
    `CREATE TABLE org_words (
      org_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
      word TEXT COLLATE BINARY NOT NULL,
      shared BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (org_id, word)
    ) WITHOUT ROWID`,
    `CREATE INDEX org_words_by_word ON org_words (word, org_id, created_at, shared)`,
    `ALTER TABLE organisations ADD COLUMN words_of TEXT`,
    `CREATE INDEX organisations_without_words ON organisations (created_at, id)
      WHERE CASE WHEN words_of = slug || ' ' || name THEN 0 ELSE 1 END = 1`,
    // What accounts have left behind that were deleted before: from here on it goes with them.
    `UPDATE invites SET created_by = NULL WHERE created_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.id = created_by)`,
    `DELETE FROM invites WHERE accepted_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.email = invites.email)`,
    `UPDATE organisations SET created_by = NULL
      WHERE created_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.id = created_by)`,
    `UPDATE org_invites SET invited_by = '' WHERE NOT EXISTS (SELECT 1 FROM accounts a WHERE a.id = invited_by)`,
    `DELETE FROM org_invites WHERE accepted_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.email = org_invites.email)`,
    `UPDATE audit_events SET metadata = '{}'
      WHERE type = 'admin.user.banned' AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.id = target_user_id)`,
  ],
}
