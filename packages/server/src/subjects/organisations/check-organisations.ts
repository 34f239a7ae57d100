import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import type { Queries } from '../../platform/store/engine.ts'
import { findMiscounted } from './tables/org-counts.ts'

const { ok, warn, fail } = findingsOf('organisations')

export async function* checkOrganisations(sql: Queries): AsyncIterable<Finding> {
  yield await examined(sql)
}

async function examined(sql: Queries): Promise<Finding> {
  const wrong = await findMiscounted(sql, 5)
  if (wrong.length > 0) return fail(`members or owners are miscounted of ${wrong.join(', ')}`)
  const [row] = await sql.query(
    `SELECT COUNT(*) AS total, SUM(CASE WHEN EXISTS (
       SELECT 1 FROM org_members m JOIN accounts a ON a.id = m.account_id
       WHERE m.org_id = o.id AND m.role = 'owner' AND a.banned_at IS NULL) THEN 0 ELSE 1 END) AS ownerless FROM organisations o`,
  )
  const [total, ownerless] = [Number(row?.['total']), Number(row?.['ownerless'] ?? 0)]
  if (ownerless > 0)
    return warn(`${ownerless} of ${total} without an owner who could sign in: \`latchkey orgs list --ownerless\``)
  return ok(`${total}`)
}
