import type { Migration } from './migration.ts'

export const accountWords: Migration = {
  id: '0011-account-words',
  statements: [
    // What a search compares: the words of each account, and how much of a word the one before it of the same account
    // begins with too, so that a prefix can be counted without looking at any account twice.
    `CREATE TABLE account_words (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      word TEXT COLLATE BINARY NOT NULL,
      shared BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (account_id, word)
    ) WITHOUT ROWID`,
    `CREATE INDEX account_words_by_word ON account_words (word, account_id, created_at, shared)`,
    // What the words were made of. Where it is something else than the account has, they are made anew in the
    // background: accounts from before this table, and whatever an older version still writes while both run.
    `ALTER TABLE accounts ADD COLUMN words_of TEXT`,
    `CREATE INDEX accounts_without_words ON accounts (created_at, id) WHERE CASE WHEN words_of = email || ' ' || name THEN 0 ELSE 1 END = 1`,
    // With the column of its condition: without it SQLite would rather read all accounts from an index that has it.
    `DROP INDEX accounts_banned`,
    `CREATE INDEX accounts_banned ON accounts (created_at, id, banned_at) WHERE banned_at IS NOT NULL`,
  ],
}
