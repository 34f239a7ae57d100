import { DAY_MS, HOUR_MS } from '../../platform/kernel/clock.ts'
import type { LimitKind } from '../../platform/kernel/observer.ts'
import type { Connection } from '../../platform/store/table.ts'
import type { Deps } from '../deps.ts'
import { bucketOf, tooMany } from './limits.ts'
import { type LimitWindow, limitsIn } from './tables/limits.ts'

const SHARES = {
  'account-export': { most: 5, lengthMs: DAY_MS, told: 'general' },
  'email-change': { most: 3, lengthMs: DAY_MS, told: 'mail' },
  'org-creation': { most: 5, lengthMs: HOUR_MS, told: 'general' },
  'org-invite': { most: 20, lengthMs: HOUR_MS, told: 'mail' },
} as const

type Share = { readonly most: number; readonly lengthMs: number; readonly told: LimitKind }

/** Pass the transaction of the counted change, so that a rollback is not counted. The windows are for taking the change back. */
export const limitShare = (tx: Connection, deps: Deps, kind: keyof typeof SHARES, id: string): Promise<readonly LimitWindow[]> =>
  countShare(tx, deps, bucketOf(deps, kind, id), SHARES[kind])

/** Limits what all accounts together may mail to one address, which may be a stranger's, whether or not the address is taken. */
export async function limitToAddress(tx: Connection, deps: Deps, email: string): Promise<void> {
  const share: Share = { most: deps.config.limits.mailsPerHour, lengthMs: HOUR_MS, told: 'mail' }
  await countShare(tx, deps, bucketOf(deps, 'mail-hour', 'email-change', email), share)
}

async function countShare(tx: Connection, deps: Deps, bucket: string, { most, lengthMs, told }: Share) {
  if (!deps.config.limits.enabled) return []
  const now = deps.clock.now()
  const { count, expiresAt } = await limitsIn(tx).count(bucket, { by: 1, expiresAt: now + lengthMs }, now)
  if (count > most) throw tooMany(deps, told, expiresAt, lengthMs)
  return [{ bucket, expiresAt }]
}
