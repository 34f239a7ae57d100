import type { Migration } from '../../platform/store/migrations.ts'
import { DAY_OF_FOREIGN, FOREIGN } from './foreign/is-foreign.ts'

/** Hashes that other systems have made: their keys, how many there are of which kind, and the accounts that have them. */
export const foreignPasswords: Migration = {
  id: '0005-foreign-passwords',
  indexes: [`CREATE INDEX accounts_foreign_passwords ON accounts (${DAY_OF_FOREIGN}, id) WHERE ${FOREIGN}`],
  statements: [
    `CREATE TABLE hash_keys (id TEXT PRIMARY KEY, sealed TEXT NOT NULL, kept_at BIGINT NOT NULL)`,
    `CREATE TABLE password_kinds (kind TEXT PRIMARY KEY, accounts BIGINT NOT NULL, counted_at BIGINT NOT NULL)`,
  ],
}
