import type { Queries } from '../../../platform/store/engine.ts'
import { ACCOUNTS, PRESENT } from '../../accounts/tables/account-columns.ts'
import { FOREIGN } from './is-foreign.ts'
import { kindOf, schemeOf } from './kinds.ts'

const HASHED = ACCOUNTS.pick('id', 'passwordHash')
const SLICE = 2000
const NONE = 'no password'

/** How many accounts have a hash of which scheme, the most frequent first, at this very moment: for an operator, who waits. */
export async function schemeCounts(sql: Queries, which: 'all' | 'foreign'): Promise<ReadonlyMap<string, number>> {
  const condition = which === 'foreign' ? `${PRESENT} AND ${FOREIGN}` : PRESENT
  const counts = new Map<string, number>()
  for (let behind = ''; ; ) {
    const rows = await sql.query(
      `SELECT ${HASHED.names} FROM accounts WHERE id > ? AND ${condition} ORDER BY id LIMIT ${SLICE}`,
      [behind],
    )
    for (const { id, passwordHash } of rows.map(HASHED.read)) {
      const scheme = passwordHash === undefined ? NONE : schemeOf(kindOf(passwordHash))
      counts.set(scheme, (counts.get(scheme) ?? 0) + 1)
      behind = id
    }
    if (rows.length < SLICE) return new Map([...counts].sort(([, one], [, other]) => other - one))
  }
}
