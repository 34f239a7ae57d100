import type { Subject } from '../../gate/subject.ts'
import { usersImport } from './commands/users-import.ts'
import { originSection } from './console/origin-section.tsx'
import { importEvents } from './events.ts'
import { importHooks } from './hooks.ts'
import { importOptionsAsked, importTables } from './migrations.ts'
import { ACCOUNT_ORIGINS } from './tables/account-origins.ts'
import { IMPORT_RUNS } from './tables/import-runs.ts'
import { de, en, es, fr } from './words.ts'

export { isSourceId } from './source-id.ts'
export { Origin, originOf } from './views/origin-view.ts'

export const imports = {
  title: 'Import',
  order: 18,
  tables: [ACCOUNT_ORIGINS, IMPORT_RUNS],
  migrations: [importTables, importOptionsAsked],
  events: importEvents,
  words: { de, en, es, fr },
  commands: [usersImport],
  hooks: importHooks,
  pageHooks: { ofUser: originSection },
} as const satisfies Subject
