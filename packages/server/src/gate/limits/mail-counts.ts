import { HOUR_MS } from '../../platform/kernel/clock.ts'
import type { Connection } from '../../platform/store/table.ts'
import type { CodePurpose } from '../codes/tables/codes.ts'
import type { Deps } from '../deps.ts'
import { bucketOf } from './limits.ts'
import { type LimitWindow, limitsIn } from './tables/limits.ts'

/**
 * A `verification-request` is counted apart from the mail, so that it does not show whether a mail is owed. It has no limit per
 * hour, so that strangers cannot use up the owner's: the first request mails a code when none is live. `typed` is for all mails together
 * that any stranger can cause: by typing an address, or with an account that was registered with it and never proved.
 */
export type MailPurpose =
  | CodePurpose
  | 'two-factor'
  | 'invite'
  | 'org-invite'
  | 'verification-request'
  | 'decoy'
  | 'typed'
  | 'typed-decoy'

/** What has a count of the hour alone: codes of an unproved account, codes that open it in any browser, and notices. */
type HourlyPurpose = 'typed' | 'held' | 'way-in' | 'way-in-decoy' | 'notice'

const MINUTE_MS = 60_000

/** `until` is the time from which the next mail may be sent, where this one may not: within the minute, or within the hour. */
export type MailCount = {
  readonly windows: readonly LimitWindow[]
  readonly until?: number | undefined
  readonly refusedFor?: 'minute' | 'hour'
}

export async function countMail(tables: Connection, deps: Deps, purpose: MailPurpose, key: string): Promise<MailCount> {
  const minute = bucketOf(deps, 'mail-minute', purpose, key)
  const { clock, config } = deps
  const { count, expiresAt } = await limitsIn(tables).count(minute, { by: 1, expiresAt: clock.now() + MINUTE_MS }, clock.now())
  const passed = { bucket: minute, expiresAt }
  // The minute first, so that an impatient client does not use up the hour.
  if (count > config.limits.mailsPerMinute) return { windows: [passed], until: expiresAt, refusedFor: 'minute' }
  const hour = await countHour(tables, deps, purpose, key)
  if (hour.count <= config.limits.mailsPerHour || purpose === 'verification-request') return { windows: [passed, hour.window] }
  // A mail that is refused for the hour takes no minute: the next one may go out as soon as the hour is over.
  await limitsIn(tables).giveBack(minute)
  return { windows: [hour.window], until: hour.window.expiresAt, refusedFor: 'hour' }
}

export async function countHour(tables: Connection, deps: Deps, purpose: MailPurpose | HourlyPurpose, key: string) {
  const now = deps.clock.now()
  const bucket = bucketOf(deps, 'mail-hour', purpose, key)
  const { count, expiresAt } = await limitsIn(tables).count(bucket, { by: 1, expiresAt: now + HOUR_MS }, now)
  return { count, window: { bucket, expiresAt } }
}

export function isWithin({ observer }: Deps, { until }: MailCount): boolean {
  if (until === undefined) return true
  observer.limited('mail')
  return false
}
