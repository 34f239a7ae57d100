import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql, Value } from './engine.ts'

/** A few milliseconds of SQLite, during which all other requests wait. */
const PIECE = 500

/** Other requests get their turn between two pieces. The statement takes a LIMIT as its last parameter, and RETURNs its rows. */
export async function inBatches(sql: Sql, statement: string, params: readonly Value[]): Promise<void> {
  while ((await sql.query(statement, [...params, PIECE])).length >= PIECE) await nextTurn()
}
