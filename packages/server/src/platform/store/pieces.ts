import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql, Value } from './engine.ts'

/** Rows that one statement changes: a few milliseconds of SQLite, which holds all other requests up. */
const PIECE = 500

/**
 * Repeats a statement until all its rows are changed, so many at a time, with room for other requests between. Inside a transaction
 * the change is one change all the same. The statement takes the number of rows as its last parameter, and returns those changed.
 */
export async function inPieces(sql: Sql, statement: string, params: readonly Value[]): Promise<void> {
  while ((await sql.query(statement, [...params, PIECE])).length >= PIECE) await nextTurn()
}
