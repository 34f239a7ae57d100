import type { Sql, Value } from '../../../platform/store/engine.ts'

/** Sessions by one property, in the order of an index on it. */
interface Doomed {
  readonly condition: string
  readonly value: Value
  readonly order: string
}

/**
 * Removes a few sessions for good, and says how many rows that took. Refresh tokens would go with their session, but a session
 * may have more of them than one statement should remove: so they go first, in as many calls as it takes.
 */
export async function removeSessions(sql: Sql, { condition, value, order }: Doomed, limit: number): Promise<number> {
  const doomed = `SELECT id FROM (SELECT id FROM sessions WHERE ${condition} ORDER BY ${order} LIMIT ?) AS doomed`
  const tokens = await sql.query(
    `DELETE FROM refresh_tokens WHERE hash IN (
       SELECT hash FROM refresh_tokens WHERE session_id IN (${doomed}) LIMIT ?) RETURNING session_id`,
    [value, limit, limit],
  )
  if (tokens.length === limit) return limit
  const sessions = await sql.query(`DELETE FROM sessions WHERE id IN (${doomed}) RETURNING id`, [value, limit])
  return tokens.length + sessions.length
}

/** Sessions that cannot be renewed any more, because they have expired or were ended; their refresh tokens go before them. */
export async function purgeSessions(sql: Sql, before: number, limit: number): Promise<number> {
  const expired = { condition: `refresh_expires_at < ?`, value: before, order: `refresh_expires_at` }
  const ended = { condition: `revoked_at < ?`, value: before, order: `revoked_at, id` }
  const removed = await removeSessions(sql, expired, limit)
  return removed < limit ? removed + (await removeSessions(sql, ended, limit)) : removed
}
