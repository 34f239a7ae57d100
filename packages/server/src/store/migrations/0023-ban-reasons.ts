import type { Migration } from './migration.ts'

export const banReasons: Migration = {
  id: '0023-ban-reasons',
  statements: [`ALTER TABLE accounts ADD COLUMN ban_reason TEXT`],
}
