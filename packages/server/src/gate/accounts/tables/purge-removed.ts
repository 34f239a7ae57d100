import { cell, text } from '../../../platform/store/columns.ts'
import type { Sql } from '../../../platform/store/engine.ts'
import { removeSessions } from '../../sessions/tables/remove-sessions.ts'

/** Before the beginning of time: no list and no count reaches there. An account that was made then is one that was deleted. */
export const GONE = -1

/** Removes a few rows of the next account that was deleted, and in the end its own. */
export async function purgeRemoved(sql: Sql, _before: number, limit: number): Promise<number> {
  const [row] = await sql.query(`SELECT id FROM accounts WHERE created_at <= ${GONE} ORDER BY created_at, id LIMIT 1`)
  if (!row) return 0
  const id = cell(row, text('id'))
  const removed = await removeSessions(sql, { condition: `account_id = ?`, value: id, order: `created_at` }, limit)
  if (removed > 0) return limit
  const seen = await sql.query(
    `DELETE FROM activity WHERE id IN (SELECT id FROM activity WHERE account_id = ? LIMIT ?) RETURNING id`,
    [id, limit],
  )
  if (seen.length > 0) return limit
  await sql.run(`DELETE FROM accounts WHERE id = ?`, [id])
  return limit
}
