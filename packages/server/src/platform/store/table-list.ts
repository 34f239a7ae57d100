import { type Effects, NoTransaction } from './effects.ts'
import type { Sql } from './engine.ts'
import type { AnyTable, Connection } from './table.ts'

/**
 * Every table, in the order in which the purge goes through them; filled when the subjects are joined. Those come last that may have a
 * million rows to remove, such as what is left of a deleted account or years of the log, and no other has to wait for them.
 */
export const TABLES: AnyTable[] = []

/** For those that have no store: tests, and what looks after the database itself. */
export const connectionTo = (sql: Sql, effects: Effects = new NoTransaction()): Connection => ({ sql, effects, tables: TABLES })
