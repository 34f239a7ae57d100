import type { Subject } from '../../gate/subject.ts'
import { usersExport } from './commands/users-export.ts'
import { exportEvents } from './events.ts'
import { de, en, es, fr } from './words.ts'

/** All accounts leave in a file: for another service of this kind, or for another product. */
export const exports = {
  title: 'Export',
  order: 20,
  events: exportEvents,
  words: { de, en, es, fr },
  commands: [usersExport],
} as const satisfies Subject
