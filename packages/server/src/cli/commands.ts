import { joined } from '../gate/join.ts'
import type { Command } from '../platform/commands/command.ts'
import '../subjects/index.ts'
import { apply } from './apply.ts'
import { backup } from './backup.ts'
import { configCheck, configPrint } from './config.ts'
import { dev } from './dev.ts'
import { doctor } from './doctor.ts'
import { mailPreview } from './mail-preview.ts'
import { mailTest } from './mail-test.ts'
import { migrateDatabase } from './migrate.ts'
import { pagesPreview } from './pages-preview.ts'
import { restore } from './restore.ts'
import { restored } from './restored.ts'
import { start } from './start.ts'

export const commands: readonly Command[] = [
  start,
  dev,
  migrateDatabase,
  doctor,
  apply,
  backup,
  restore,
  restored,
  configCheck,
  configPrint,
  mailTest,
  mailPreview,
  pagesPreview,
  ...joined.flatMap(({ commands = [] }) => commands),
]
