import { RETURN_SETTINGS } from '../../gate/access/refused-returns.ts'
import { refusedOrigin } from '../../gate/access/return-address.ts'
import { MOST_ORIGINS, REFUSED_RETURNS } from '../../gate/access/tables/refused-returns.ts'
import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'
import { humanTime } from '../../platform/kernel/clock.ts'
import type { Queries } from '../../platform/store/engine.ts'

const { ok, warn } = findingsOf('origins')

/** Of what the service has refused, that which the settings of today still refuse. */
export async function* checkOrigins(sql: Queries, config: Config): AsyncIterable<Finding> {
  const rows = await sql.query(`SELECT ${REFUSED_RETURNS.names} FROM refused_returns ORDER BY seen_at DESC LIMIT ${MOST_ORIGINS}`)
  const refused = rows.map(REFUSED_RETURNS.read).filter(({ origin }) => refusedOrigin(config, origin) !== undefined)
  if (refused.length === 0) yield ok('all that people wanted to come back to are allowed')
  for (const { origin, seenAt } of refused) {
    yield warn(`people wanted to come back to ${origin} (${humanTime(seenAt)}), which is not allowed: ${RETURN_SETTINGS}`)
  }
}
