import { DAY_MS } from '../../platform/kernel/clock.ts'
import type { Connection } from '../../platform/store/table.ts'
import type { Deps } from '../deps.ts'
import { bucketOf, tooMany } from './limits.ts'
import { type LimitWindow, limitsIn } from './tables/limits.ts'

const HOUR_MS = 3_600_000
const MOST = { 'account-export': 5, 'email-change': 3 } as const

/**
 * Fails when an account has had its share of the day. Pass the `tx` of what is counted: what is rolled back does not count. A
 * flow that takes back what it did afterwards gives the window back with it.
 */
export async function limitDaily(
  tx: Connection,
  deps: Deps,
  kind: keyof typeof MOST,
  accountId: string,
): Promise<readonly LimitWindow[]> {
  if (!deps.config.limits.enabled) return []
  const now = deps.clock.now()
  const bucket = bucketOf(deps, kind, accountId)
  const { count, expiresAt } = await limitsIn(tx).count(bucket, { by: 1, expiresAt: now + DAY_MS }, now)
  if (count > MOST[kind]) throw tooMany(deps, kind === 'email-change' ? 'mail' : 'general', expiresAt, DAY_MS)
  return [{ bucket, expiresAt }]
}

/** What all accounts together may mail to one address in an hour, whether it is taken or not: it may be a stranger's. */
export async function limitToAddress(tx: Connection, deps: Deps, email: string): Promise<void> {
  const { enabled, mailsPerHour } = deps.config.limits
  if (!enabled) return
  const now = deps.clock.now()
  const bucket = bucketOf(deps, 'mail-hour', 'email-change', email)
  const { count, expiresAt } = await limitsIn(tx).count(bucket, { by: 1, expiresAt: now + HOUR_MS }, now)
  if (count > mailsPerHour) throw tooMany(deps, 'mail', expiresAt, HOUR_MS)
}
