import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'
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
  if (problems.length === 0) yield ok(`${clients.length}`)
  for (const problem of problems.slice(0, 10)) yield warn(problem)
}

async function missingOrganisations(sql: Queries, ids: readonly string[]): Promise<readonly string[]> {
  const missing: string[] = []
  for (const id of new Set(ids))
    if ((await sql.query(`SELECT id FROM organisations WHERE id = ?`, [id])).length === 0) missing.push(id)
  return missing
}
