import type { Sql } from '../../../platform/store/engine.ts'
import { keepUses } from './keep-uses.ts'

/** The order is that of an index on the condition. */
type Selection = { readonly condition: string; readonly value: string | number; readonly order: string }

/**
 * A session may have more refresh tokens than one statement should remove, so the tokens go first, in several calls. `isKept`: the account
 * stays, and keeps when the sessions were used.
 */
export async function removeSessions(
  sql: Sql,
  { condition, value, order }: Selection,
  limit: number,
  isKept = false,
): Promise<number> {
  const doomed = `SELECT id FROM (SELECT id FROM sessions WHERE ${condition} ORDER BY ${order} LIMIT ?) AS doomed`
  const tokens = await sql.query(
    `DELETE FROM refresh_tokens WHERE hash IN (
       SELECT hash FROM refresh_tokens WHERE session_id IN (${doomed}) LIMIT ?) RETURNING session_id`,
    [value, limit, limit],
  )
  if (tokens.length === limit) return limit
  if (isKept) await keepUses(sql, doomed, [value, limit])
  const sessions = await sql.query(`DELETE FROM sessions WHERE id IN (${doomed}) RETURNING id`, [value, limit])
  return tokens.length + sessions.length
}

export async function purgeSessions(sql: Sql, before: number, limit: number): Promise<number> {
  const expired = { condition: `refresh_expires_at < ?`, value: before, order: `refresh_expires_at` }
  const ended = { condition: `revoked_at < ?`, value: before, order: `revoked_at, id` }
  const removed = await removeSessions(sql, expired, limit, true)
  return removed < limit ? removed + (await removeSessions(sql, ended, limit, true)) : removed
}
