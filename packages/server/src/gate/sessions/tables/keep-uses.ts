import { columns, text, time } from '../../../platform/store/columns.ts'
import type { Sql } from '../../../platform/store/engine.ts'

const USE = columns('sessions', {
  accountId: text('account_id'),
  begunAt: time('begun_at'),
  usedAt: time('used_at'),
})

/** Sessions are purged, and their accounts keep when the last one began, and when one was last used. */
export async function keepUses(sql: Sql, sessions: string, params: readonly (string | number)[]): Promise<void> {
  const rows = await sql.query(
    `SELECT account_id, MAX(created_at) AS begun_at, MAX(last_active_at) AS used_at FROM sessions
     WHERE id IN (${sessions}) GROUP BY account_id ORDER BY account_id`,
    params,
  )
  if (rows.length === 0) return
  const later = (column: string, at: string): string =>
    `${column} = CASE WHEN accounts.${column} < v.${at} THEN v.${at} ELSE accounts.${column} END`
  await sql.run(
    `UPDATE accounts SET ${later('last_sign_in_at', 'begun_at')}, ${later('last_active_at', 'used_at')}
     FROM (SELECT column1 AS id, column2 AS begun_at, column3 AS used_at
       FROM (VALUES ${rows.map(() => `(?, CAST(? AS BIGINT), CAST(? AS BIGINT))`).join(', ')}) AS kept) AS v
     WHERE accounts.id = v.id AND (accounts.last_sign_in_at < v.begun_at OR accounts.last_active_at < v.used_at)`,
    rows.map(USE.read).flatMap(({ accountId, begunAt, usedAt }) => [accountId, begunAt, usedAt]),
  )
}
