import type { Migration } from './migration.ts'

export const accountList: Migration = {
  id: '0005-account-list',
  statements: [
    // How many accounts came to be in a stretch of time, so that neither a total nor a far page has to count them all.
    // Each span begins where one other ends, and only one can.
    `CREATE TABLE account_spans (
      ends_at BIGINT PRIMARY KEY,
      starts_after BIGINT NOT NULL UNIQUE,
      marked_at BIGINT NOT NULL,
      accounts BIGINT
    )`,
    // A search reads its matches from here alone, in the order of addresses, and sorts them.
    `CREATE INDEX accounts_by_address ON accounts (email, created_at, updated_at, id)`,
    `CREATE INDEX accounts_banned ON accounts (created_at, id) WHERE banned_at IS NOT NULL`,
  ],
}
