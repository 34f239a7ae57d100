import type { Config } from '../../platform/config/schema.ts'
import type { Called } from '../../platform/outgoing/certificate.ts'
import type { Queries } from '../../platform/store/engine.ts'
import { guardFor } from './steps/guard-for.ts'
import { WEBHOOKS } from './tables/webhooks.ts'

const ADDRESS = WEBHOOKS.pick('id', 'url')

/** The servers of webhooks, through the guard that stands before deliveries. */
export async function calledWebhooks(sql: Queries, config: Config): Promise<readonly Called[]> {
  const guard = guardFor(config)
  const rows = await sql.query(`SELECT ${ADDRESS.names} FROM webhooks WHERE disabled_at IS NULL ORDER BY id`)
  return rows.map(ADDRESS.read).flatMap(({ id, url: text }) => {
    const url = guard.read(text)
    if (typeof url === 'string' || url.protocol !== 'https:') return []
    return [{ what: `webhook ${id}`, url, addresses: (to, cut) => guard.addresses(to, cut) }]
  })
}
