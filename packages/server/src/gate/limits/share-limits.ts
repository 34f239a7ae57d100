import { DAY_MS } from '../../platform/kernel/clock.ts'
import type { Connection } from '../../platform/store/table.ts'
import type { Deps } from '../deps.ts'
import { bucketOf, tooMany } from './limits.ts'
import { type LimitWindow, limitsIn } from './tables/limits.ts'

const HOUR_MS = 3_600_000

/** How many there may be in a window, and what a caller is told who wants more. */
const SHARES = {
  'account-export': { most: 5, lengthMs: DAY_MS, told: 'general' },
  'email-change': { most: 3, lengthMs: DAY_MS, told: 'mail' },
  'org-creation': { most: 5, lengthMs: HOUR_MS, told: 'general' },
  'org-invite': { most: 20, lengthMs: HOUR_MS, told: 'mail' },
} as const

/**
 * Fails when an account, or an organisation, has had its share of the day or of the hour. Pass the `tx` of what is counted: what is
 * rolled back does not count. A flow that takes back what it did afterwards gives the window back with it.
 */
export async function limitShare(
  tx: Connection,
  deps: Deps,
  kind: keyof typeof SHARES,
  id: string,
): Promise<readonly LimitWindow[]> {
  if (!deps.config.limits.enabled) return []
  const { most, lengthMs, told } = SHARES[kind]
  const now = deps.clock.now()
  const bucket = bucketOf(deps, kind, id)
  const { count, expiresAt } = await limitsIn(tx).count(bucket, { by: 1, expiresAt: now + lengthMs }, now)
  if (count > most) throw tooMany(deps, told, expiresAt, lengthMs)
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
