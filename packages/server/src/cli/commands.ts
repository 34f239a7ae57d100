import { adminCreate } from './admin-create.ts'
import type { Command } from './command.ts'
import { configCheck, configPrint } from './config.ts'
import { mailPreview } from './mail-preview.ts'
import { mailTest } from './mail-test.ts'
import { migrateDatabase } from './migrate.ts'
import { start } from './start.ts'
import { usersCreate } from './users-create.ts'
import { usersList } from './users-list.ts'

export const commands: readonly Command[] = [
  start,
  migrateDatabase,
  configCheck,
  configPrint,
  usersCreate,
  usersList,
  adminCreate,
  mailTest,
  mailPreview,
]
