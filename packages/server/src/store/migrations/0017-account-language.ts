import type { Migration } from './migration.ts'

export const accountLanguage: Migration = {
  id: '0017-account-language',
  statements: [
    // The language of its mails and pages; NULL where the owner's browser decides.
    `ALTER TABLE accounts ADD COLUMN language TEXT`,
  ],
}
