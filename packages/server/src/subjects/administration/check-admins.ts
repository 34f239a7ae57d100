import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import type { Queries } from '../../platform/store/engine.ts'

const { ok, warn } = findingsOf('administrators')

export async function* checkAdmins(sql: Queries): AsyncIterable<Finding> {
  const [row] = await sql.query(`SELECT COUNT(*) AS total FROM accounts WHERE role = 'admin' AND banned_at IS NULL`)
  const total = Number(row?.['total'])
  yield total > 0 ? ok(`${total}`) : warn('there is none: `latchkey admin create` makes one')
}
