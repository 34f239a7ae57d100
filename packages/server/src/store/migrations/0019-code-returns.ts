import type { Migration } from './migration.ts'

export const codeReturns: Migration = {
  id: '0019-code-returns',
  statements: [
    // Where a visitor wanted to go who comes back by the link of a mail, sealed; NULL where they named no place.
    `ALTER TABLE codes ADD COLUMN return_to TEXT`,
  ],
}
