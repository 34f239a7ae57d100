import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import type { Queries } from '../../platform/store/engine.ts'

const { ok, warn } = findingsOf('administrators')

export async function* checkAdmins(sql: Queries): AsyncIterable<Finding> {
  const [row] = await sql.query(
    `SELECT COUNT(*) AS total, COUNT(admin_scopes) AS limited FROM accounts WHERE role = 'admin' AND banned_at IS NULL`,
  )
  const [total, limited] = [Number(row?.['total']), Number(row?.['limited'])]
  if (total === 0) yield warn('there is none: `latchkey admin create` makes one, and so does a start with ADMIN_EMAIL')
  else if (total === limited) yield warn('none may do everything: `latchkey admin scopes <user> all` lets one')
  else yield ok(limited === 0 ? `${total}` : `${total}, of whom ${limited} may do less than everything`)
}
