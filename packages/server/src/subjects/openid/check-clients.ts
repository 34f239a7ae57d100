import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'
import { timestamp } from '../../platform/kernel/clock.ts'
import { cell, number, text, time } from '../../platform/store/columns.ts'
import type { Queries } from '../../platform/store/engine.ts'
import { scopesKnown } from './steps/claims.ts'
import { CLIENTS } from './tables/clients.ts'

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
  problems.push(...(await untoldOf(sql)))
  if (problems.length === 0) yield ok(`${clients.length}`)
  for (const problem of problems.slice(0, 10)) yield warn(problem)
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
