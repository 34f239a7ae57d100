import { type Finding, findingsOf } from '../../platform/commands/finding.ts'

const { ok, fail } = findingsOf('database')

/** What stands between the service and PostgreSQL. */
export async function checkPooler(url: string): Promise<Finding> {
  const { MULTIPLEXED, poolingOf } = await import('../../platform/store/engines/multiplexed.ts')
  const pooling = await poolingOf(url)
  if (pooling === 'transaction') return fail(MULTIPLEXED)
  return ok(pooling === 'session' ? 'is reached through a pooler in session mode' : 'is reached without a pooler')
}
