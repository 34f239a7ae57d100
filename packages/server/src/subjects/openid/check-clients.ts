import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'
import { systemClock, timestamp } from '../../platform/kernel/clock.ts'
import type { Backlog } from '../../platform/store/backlog.ts'
import { cell, number, text, time } from '../../platform/store/columns.ts'
import type { Queries } from '../../platform/store/engine.ts'
import { scopesKnown } from './steps/claims.ts'
import { CLIENTS } from './tables/clients.ts'
import { logoutsBacklog } from './tables/logouts.ts'

const { ok, warn } = findingsOf('applications')

const EXAMINED = CLIENTS.pick('id', 'kind', 'scopes', 'demands', 'disabledAt', 'lastUsedAt', 'lastRefusedAt')

/** Applications that let no person in, or that are refused whatever they ask. */
export async function* checkClients(sql: Queries, config: Config): AsyncIterable<Finding> {
  const rows = await sql.query(`SELECT ${EXAMINED.names} FROM oidc_clients WHERE removed_at IS NULL ORDER BY id`)
  const clients = rows.map(EXAMINED.read)
  const gone = new Set(
    await missingOrganisations(
      sql,
      clients.flatMap(({ demands }) => demands.organisation ?? []),
    ),
  )
  const known = scopesKnown(config)
  const problems = clients.flatMap(({ id, kind, scopes, demands, disabledAt, lastUsedAt = 0, lastRefusedAt = 0 }) => {
    if (disabledAt !== undefined) return []
    const lost = kind === 'service' ? undefined : scopes.find((scope) => !known.includes(scope))
    return [
      ...(demands.organisation !== undefined && gone.has(demands.organisation)
        ? [`${id} lets nobody in, because the organisation that it demands is gone`]
        : []),
      ...(lost === undefined ? [] : [`${id} has the scope ${lost}, which is not declared any more`]),
      ...(lastRefusedAt > lastUsedAt ? [`${id} was refused since it was last used: \`latchkey oidc check ${id}\``] : []),
    ]
  })
  problems.push(...(await untoldOf(sql)), ...(await unusedSecrets(sql)))
  if (problems.length === 0) yield ok(`${clients.length}${shown(await logoutsBacklog(sql))}`)
  for (const problem of problems.slice(0, 10)) yield warn(problem)
}

const shown = ({ waiting, oldestAt }: Backlog): string =>
  oldestAt === undefined
    ? ''
    : `, ${waiting} ${waiting === 1 ? 'end of a session waits' : 'ends of sessions wait'} to be told, the oldest since ${timestamp(oldestAt)}`

/** Applications that are about to be refused: the secret that they use ends, and they have not used the one that takes its place. */
async function unusedSecrets(sql: Queries): Promise<readonly string[]> {
  const rows = await sql.query(
    `SELECT client_id, expires_at FROM oidc_client_secrets WHERE expires_at > ? AND EXISTS (
       SELECT 1 FROM oidc_client_secrets AS newer WHERE newer.client_id = oidc_client_secrets.client_id
         AND newer.expires_at IS NULL AND newer.last_used_at IS NULL) ORDER BY client_id`,
    [systemClock.now()],
  )
  return rows.map((row) => {
    const [id, until] = [cell(row, text('client_id')), cell(row, time('expires_at'))]
    return `${id} has a new secret that was never used, and the older one ends ${timestamp(until)}: put the new one into the application`
  })
}

/** Applications that were asked to take the end of a session and have not, so that people may still be signed in there. */
async function untoldOf(sql: Queries): Promise<readonly string[]> {
  const rows = await sql.query(
    `SELECT client_id, COUNT(*) AS waiting, MIN(created_at) AS oldest FROM oidc_logouts WHERE done_at IS NULL
     GROUP BY client_id HAVING MAX(attempts) > 1 ORDER BY client_id`,
  )
  return rows.map((row) => {
    const [id, waiting, oldest] = [cell(row, text('client_id')), cell(row, number('waiting')), cell(row, time('oldest'))]
    return `${id} does not take the ends of sessions, of which ${waiting} wait since ${timestamp(oldest)}: \`latchkey oidc check ${id}\``
  })
}

async function missingOrganisations(sql: Queries, ids: readonly string[]): Promise<readonly string[]> {
  const missing: string[] = []
  for (const id of new Set(ids))
    if ((await sql.query(`SELECT id FROM organisations WHERE id = ?`, [id])).length === 0) missing.push(id)
  return missing
}
