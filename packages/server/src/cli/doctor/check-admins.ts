import type { Queries } from '../../store/engine.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warn } = findingsOf('administrators')

export async function checkAdmins(sql: Queries): Promise<Finding> {
  const [row] = await sql.query(`SELECT COUNT(*) AS total FROM accounts WHERE role = 'admin' AND banned_at IS NULL`)
  const total = Number(row?.['total'])
  return total > 0 ? ok(`${total}`) : warn('there is none: `latchkey admin create` makes one')
}
