import type { Deps } from '../../../gate/deps.ts'
import { bucketOf, tooMany } from '../../../gate/limits/limits.ts'
import { type LimitWindow, limitsIn } from '../../../gate/limits/tables/limits.ts'
import type { Connection } from '../../../platform/store/table.ts'

const HOUR_MS = 3_600_000
const MOST = { 'org-creation': 5, 'org-invite': 20 } as const

/**
 * Fails when an account has made its organisations of this hour, or an organisation has sent its invites. Pass the `tx` of what is
 * counted: what is rolled back does not count. A flow that takes back what it did afterwards gives the window back with it.
 */
export async function limitOrganisation(
  tx: Connection,
  deps: Deps,
  kind: keyof typeof MOST,
  id: string,
): Promise<readonly LimitWindow[]> {
  if (!deps.config.limits.enabled) return []
  const now = deps.clock.now()
  const bucket = bucketOf(deps, kind, id)
  const { count, expiresAt } = await limitsIn(tx).count(bucket, { by: 1, expiresAt: now + HOUR_MS }, now)
  if (count > MOST[kind]) throw tooMany(deps, kind === 'org-invite' ? 'mail' : 'general', expiresAt, HOUR_MS)
  return [{ bucket, expiresAt }]
}
