import { cell, text } from '../../../platform/store/columns.ts'
import type { Queries } from '../../../platform/store/engine.ts'

export async function findMiscounted(sql: Queries, limit: number): Promise<readonly string[]> {
  const organisations = await sql.query(
    `SELECT o.id FROM organisations o LEFT JOIN (
       SELECT org_id, COUNT(*) AS members, SUM(CASE WHEN role = 'owner' THEN 1 ELSE 0 END) AS owners FROM org_members GROUP BY org_id
     ) AS found ON found.org_id = o.id
     WHERE o.member_count <> COALESCE(found.members, 0) OR o.owner_count <> COALESCE(found.owners, 0) ORDER BY o.id LIMIT ?`,
    [limit],
  )
  const accounts = await sql.query(
    `SELECT a.id FROM accounts a LEFT JOIN (
       SELECT account_id, COUNT(*) AS owned FROM org_members WHERE role = 'owner' GROUP BY account_id
     ) AS found ON found.account_id = a.id
     WHERE a.org_owner_count <> COALESCE(found.owned, 0) ORDER BY a.id LIMIT ?`,
    [limit],
  )
  return [...organisations, ...accounts].map((row) => cell(row, text('id')))
}
