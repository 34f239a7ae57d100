import type { Migration } from '../../platform/store/migrations.ts'

/** The accounts, the words that they are searched by, and the rows that are held while something is changed that spans several. */
export const accountsTables: Migration = {
  id: '0001-accounts',
  statements: [
    `CREATE TABLE accounts (
      id TEXT PRIMARY KEY, email TEXT COLLATE BINARY NOT NULL UNIQUE, name TEXT NOT NULL, role TEXT NOT NULL,
      password_hash TEXT, credential_version BIGINT NOT NULL, verified_at BIGINT, banned_at BIGINT,
      two_factor_enabled_at BIGINT, last_seen_at BIGINT, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL,
      words_of TEXT, session_epoch BIGINT NOT NULL DEFAULT 0, language TEXT, ban_reason TEXT, email_factor_at BIGINT,
      totp_at BIGINT, passkey_gate_at BIGINT, user_handle TEXT, org_owner_count BIGINT NOT NULL DEFAULT 0,
      has_signed_in INTEGER NOT NULL DEFAULT 1, mailbox_proved_at BIGINT, mailbox_proved_in TEXT
    )`,
    `CREATE INDEX accounts_admins ON accounts (created_at, id) WHERE role = 'admin'`,
    `CREATE INDEX accounts_banned ON accounts (created_at, id, banned_at) WHERE banned_at IS NOT NULL`,
    `CREATE INDEX accounts_banned_owners ON accounts (created_at, id) WHERE banned_at IS NOT NULL AND org_owner_count > 0`,
    `CREATE INDEX accounts_by_address ON accounts (email, created_at, updated_at, id)`,
    `CREATE INDEX accounts_by_change ON accounts (updated_at, id, role, banned_at)`,
    `CREATE INDEX accounts_by_creation ON accounts (created_at, id, role, banned_at)`,
    `CREATE INDEX accounts_two_factor ON accounts (created_at, id) WHERE two_factor_enabled_at IS NOT NULL`,
    `CREATE INDEX accounts_unverified ON accounts (created_at, id) WHERE verified_at IS NULL`,
    `CREATE INDEX accounts_without_words ON accounts (created_at, id)
      WHERE CASE WHEN words_of = email || ' ' || name THEN 0 ELSE 1 END = 1`,
    `CREATE TABLE account_words (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, word TEXT COLLATE BINARY NOT NULL,
      shared BIGINT NOT NULL, created_at BIGINT NOT NULL, PRIMARY KEY (account_id, word)
    ) WITHOUT ROWID`,
    `CREATE INDEX account_words_by_word ON account_words (word, account_id, created_at, shared)`,
    `CREATE TABLE locks (name TEXT PRIMARY KEY, taken BIGINT NOT NULL)`,
    `INSERT INTO locks (name, taken) VALUES ('admins', 0), ('sessions', 0)`,
  ],
}

/** Values of declared fields: one text on the account, and each value once more where accounts are found by it. */
export const accountData: Migration = {
  id: '0003-account-data',
  statements: [
    `ALTER TABLE accounts ADD COLUMN data TEXT`,
    `ALTER TABLE accounts ADD COLUMN data_updated_at BIGINT`,
    `CREATE TABLE account_data (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, field TEXT COLLATE BINARY NOT NULL,
      value TEXT COLLATE BINARY NOT NULL, PRIMARY KEY (account_id, field, value)
    ) WITHOUT ROWID`,
    `CREATE INDEX account_data_by_value ON account_data (field, value, account_id)`,
  ],
}

export const accountActivity: Migration = {
  id: '0002-account-activity',
  statements: [
    `ALTER TABLE accounts ADD COLUMN last_sign_in_at BIGINT NOT NULL DEFAULT 0`,
    `ALTER TABLE accounts ADD COLUMN last_active_at BIGINT NOT NULL DEFAULT 0`,
  ],
}

export const adminScopes: Migration = {
  id: '0003-admin-scopes',
  statements: [`ALTER TABLE accounts ADD COLUMN admin_scopes TEXT`],
}

/** Accounts from before are of unknown making, so none of them waits. */
export const unprovedAccounts: Migration = {
  id: '0004-unproved-accounts',
  statements: [
    `ALTER TABLE accounts ADD COLUMN unproved_since BIGINT`,
    `CREATE INDEX accounts_unproved ON accounts (unproved_since, id) WHERE unproved_since IS NOT NULL`,
  ],
}
