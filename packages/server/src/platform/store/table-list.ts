import { type Effects, NoTransaction } from './effects.ts'
import type { Sql } from './engine.ts'
import type { AnyTable, Connection } from './table.ts'

/** In the order of the purge; filled when the subjects are joined. Tables that may have a million rows to remove come last. */
export const TABLES: AnyTable[] = []

/** For tests, which have no store. */
export const connectionTo = (sql: Sql, effects: Effects = new NoTransaction()): Connection => ({ sql, effects, tables: TABLES })
