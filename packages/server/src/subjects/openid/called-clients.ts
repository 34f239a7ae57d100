import { operatorsAddresses } from '../../platform/outgoing/addresses-of.ts'
import type { Called } from '../../platform/outgoing/certificate.ts'
import type { Queries } from '../../platform/store/engine.ts'
import { CLIENTS } from './tables/clients.ts'

const ADDRESS = CLIENTS.pick('id', 'logoutUri')

/** The servers of applications that are told of the ends of sessions. */
export async function calledClients(sql: Queries): Promise<readonly Called[]> {
  const rows = await sql.query(
    `SELECT ${ADDRESS.names} FROM oidc_clients WHERE logout_uri IS NOT NULL AND disabled_at IS NULL AND removed_at IS NULL ORDER BY id`,
  )
  return rows.map(ADDRESS.read).flatMap(({ id, logoutUri = '' }) => {
    const url = new URL(logoutUri)
    return url.protocol === 'https:' ? [{ what: `application ${id}`, url, addresses: operatorsAddresses }] : []
  })
}
