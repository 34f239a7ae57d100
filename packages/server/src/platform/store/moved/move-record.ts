import type { Queries } from '../engine.ts'

/** In the database that rows were moved to. There only where a move was begun. */
export const MOVE_RECORD = 'latchkey_move'

/**
 * `complete` is not final before the file is fenced: then `handed`. `open` once a process works there: from then on there is no way
 * back. `undone` where the operator went back before that.
 */
export type MoveState = 'copying' | 'complete' | 'handed' | 'open' | 'undone'

export const stateOf = async (sql: Queries): Promise<MoveState | undefined> =>
  (await sql.query(`SELECT state FROM ${MOVE_RECORD}`))[0]?.['state'] as MoveState | undefined

const became = async (sql: Queries, statement: string, id: string): Promise<boolean> =>
  (await sql.query(`${statement} RETURNING id`, [id])).length === 1

/** By a process that has seen the fence of the move with this id. False where this is not where the rows went. */
export const openMoved = (sql: Queries, id: string): Promise<boolean> =>
  became(sql, `UPDATE ${MOVE_RECORD} SET state = 'open' WHERE id = ? AND state IN ('complete', 'handed', 'open')`, id)

/** By a process that is started here. One row decides between it and the way back. */
export async function openHanded(sql: Queries): Promise<void> {
  await sql.query(`UPDATE ${MOVE_RECORD} SET state = 'open' WHERE state = 'handed'`)
}

export const handOver = (sql: Queries, id: string): Promise<boolean> =>
  became(
    sql,
    `UPDATE ${MOVE_RECORD} SET state = CASE WHEN state = 'open' THEN state ELSE 'handed' END
    WHERE id = ? AND state IN ('complete', 'handed', 'open')`,
    id,
  )

/** False once a process works there. */
export const takeBack = (sql: Queries, id: string): Promise<boolean> =>
  became(sql, `UPDATE ${MOVE_RECORD} SET state = 'undone' WHERE id = ? AND state <> 'open'`, id)
