import type { Migration } from './migration.ts'

export const accountLanguage: Migration = {
  id: '0017-account-language',
  statements: [
    // In which language its owner is written to; NULL where nobody has said so.
    `ALTER TABLE accounts ADD COLUMN language TEXT`,
  ],
}
