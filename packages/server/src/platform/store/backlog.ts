import { cell, number, optional, time } from './columns.ts'
import type { Queries, Value } from './engine.ts'

export interface Backlog {
  readonly waiting: number
  readonly oldestAt: number | undefined
}

const WAITING = number('waiting')
const OLDEST = optional(time('oldest'))

/** How many rows wait in a queue, and since when the oldest does. A queue is a table and what its waiting rows have in common. */
export async function backlogOf(sql: Queries, queue: string, params: readonly Value[] = []): Promise<Backlog> {
  const [row] = await sql.query(`SELECT COUNT(*) AS waiting, MIN(created_at) AS oldest FROM ${queue}`, params)
  return { waiting: cell(row, WAITING), oldestAt: cell(row, OLDEST) }
}
