import { HOUR_MS } from '../../platform/kernel/clock.ts'
import { canonicalEmail } from '../../platform/kernel/email-address.ts'
import type { Connection } from '../../platform/store/table.ts'
import type { CodePurpose } from '../codes/tables/codes.ts'
import type { Deps } from '../deps.ts'
import { bucketOf, tooMany } from './limits.ts'
import { type LimitWindow, limitsIn } from './tables/limits.ts'

/**
 * A `verification-request` is counted apart from the mail, so that it does not show whether a mail is owed. It has no limit per
 * hour, so that strangers cannot use up the owner's: the first request mails a code when none is live.
 */
type MailPurpose = CodePurpose | 'two-factor' | 'invite' | 'org-invite' | 'verification-request' | 'decoy'

const MINUTE_MS = 60_000

/** `until` is the time from which the next mail may be sent, where this one may not. */
type Count = { readonly windows: readonly LimitWindow[]; readonly until: number | undefined }

async function countMail(tables: Connection, deps: Deps, purpose: MailPurpose, typed: string): Promise<Count> {
  const { mailsPerMinute, mailsPerHour } = deps.config.limits
  const email = canonicalEmail(typed) ?? typed
  const now = deps.clock.now()
  const windows: LimitWindow[] = []
  // The minute first, so that an impatient client does not use up the hour.
  for (const [kind, lengthMs, max] of [
    ['mail-minute', MINUTE_MS, mailsPerMinute],
    ['mail-hour', HOUR_MS, purpose === 'verification-request' ? Number.POSITIVE_INFINITY : mailsPerHour],
  ] as const) {
    const bucket = bucketOf(deps, kind, purpose, email)
    const { count, expiresAt } = await limitsIn(tables).count(bucket, { by: 1, expiresAt: now + lengthMs }, now)
    windows.push({ bucket, expiresAt })
    if (count > max) return { windows, until: expiresAt }
  }
  return { windows, until: undefined }
}

/**
 * Pass the transaction that writes the mail, so that without a mail nothing is counted. A flow that waits for the delivery keeps
 * the windows in the traces of its mail, and a refused mail is uncounted. A public route that does not wait must not do so: only
 * an address with an account has a mail that can be refused, so a second request that passed would reveal the account.
 */
export async function limitMails(
  tables: Connection,
  deps: Deps,
  purpose: MailPurpose,
  typed: string,
): Promise<readonly LimitWindow[]> {
  if (!deps.config.limits.enabled) return []
  const { windows, until } = await countMail(tables, deps, purpose, typed)
  if (until !== undefined) throw tooMany(deps, 'mail', until, HOUR_MS)
  return windows
}

/** For routes that must not tell the client. */
export async function mayMail(tables: Connection, deps: Deps, purpose: MailPurpose, typed: string): Promise<boolean> {
  if (!deps.config.limits.enabled || (await countMail(tables, deps, purpose, typed)).until === undefined) return true
  deps.observer.limited('mail')
  return false
}
