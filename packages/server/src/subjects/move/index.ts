import type { Subject } from '../../gate/subject.ts'
import { checkMove } from './check-move.ts'
import { move as moveCommand } from './commands/move.ts'

/** A live service leaves its SQLite file for PostgreSQL. */
export const move = {
  title: 'Moving to PostgreSQL',
  order: 19,
  commands: [moveCommand],
  checks: { rows: checkMove },
} as const satisfies Subject
