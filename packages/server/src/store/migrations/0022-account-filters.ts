import type { Migration } from './migration.ts'

export const accountFilters: Migration = {
  id: '0022-account-filters',
  statements: [],
  indexes: [
    // What the list of accounts is filtered by. Where few accounts have it, those alone are read.
    `CREATE INDEX accounts_unverified ON accounts (created_at, id) WHERE verified_at IS NULL`,
    `CREATE INDEX accounts_two_factor ON accounts (created_at, id) WHERE two_factor_enabled_at IS NOT NULL`,
    `CREATE INDEX identities_by_provider ON identities (provider, account_id)`,
  ],
}
