import { HOUR_MS } from '../../platform/kernel/clock.ts'
import { canonicalEmail } from '../../platform/kernel/email-address.ts'
import type { Connection } from '../../platform/store/table.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { CodePurpose } from '../codes/tables/codes.ts'
import type { Context, Deps } from '../deps.ts'
import { knownBrowser } from '../sessions/known-browser.ts'
import { bucketOf, tooMany } from './limits.ts'
import { type LimitWindow, limitsIn } from './tables/limits.ts'

/**
 * A `verification-request` is counted apart from the mail, so that it does not show whether a mail is owed. It has no limit per
 * hour, so that strangers cannot use up the owner's: the first request mails a code when none is live. `typed` is for all mails together
 * that any stranger can cause who types an address.
 */
type MailPurpose =
  | CodePurpose
  | 'two-factor'
  | 'invite'
  | 'org-invite'
  | 'verification-request'
  | 'decoy'
  | 'typed'
  | 'typed-decoy'

const MINUTE_MS = 60_000

/** `until` is the time from which the next mail may be sent, where this one may not. */
type Count = { readonly windows: readonly LimitWindow[]; readonly until: number | undefined }

const addressOf = (typed: string): string => canonicalEmail(typed) ?? typed

async function countMail(tables: Connection, deps: Deps, purpose: MailPurpose, key: string): Promise<Count> {
  const { mailsPerMinute, mailsPerHour } = deps.config.limits
  const now = deps.clock.now()
  const windows: LimitWindow[] = []
  // The minute first, so that an impatient client does not use up the hour.
  for (const [kind, lengthMs, max] of [
    ['mail-minute', MINUTE_MS, mailsPerMinute],
    ['mail-hour', HOUR_MS, purpose === 'verification-request' ? Number.POSITIVE_INFINITY : mailsPerHour],
  ] as const) {
    const bucket = bucketOf(deps, kind, purpose, key)
    const { count, expiresAt } = await limitsIn(tables).count(bucket, { by: 1, expiresAt: now + lengthMs }, now)
    windows.push({ bucket, expiresAt })
    if (count <= max) continue
    // A mail that is refused for the hour takes no minute: the next one may go out as soon as the hour is over.
    for (const { bucket: passed } of windows.slice(0, -1)) await limitsIn(tables).giveBack(passed)
    return { windows, until: expiresAt }
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
  const { windows, until } = await countMail(tables, deps, purpose, addressOf(typed))
  if (until !== undefined) throw tooMany(deps, 'mail', until, HOUR_MS)
  return windows
}

/** For routes that must not tell the client. */
export async function mayMail(tables: Connection, deps: Deps, purpose: MailPurpose, typed: string): Promise<boolean> {
  return !deps.config.limits.enabled || isWithin(deps, await countMail(tables, deps, purpose, addressOf(typed)))
}

/**
 * Whether a mail may go to an address that any stranger can have typed. All routes that send such mails share the count, and do not tell
 * the client how much of it is left. A browser that the account knows has a count of its own, so that strangers do not keep the owner
 * from getting mail.
 */
export async function mayMailTyped(
  context: Context,
  known: Account | undefined,
  typed: string,
  purpose: 'typed' | 'typed-decoy' = 'typed',
): Promise<boolean> {
  const { deps } = context
  if (!deps.config.limits.enabled) return true
  const key = (await knownBrowser(context, known)) ?? addressOf(typed)
  return isWithin(deps, await countMail(deps.store, deps, purpose, key))
}

/** A mail of a sign-up counts beside those that are asked for, and is never refused for them: strangers would keep people from signing up. */
export const noteTyped = async (tables: Connection, deps: Deps, email: string): Promise<readonly LimitWindow[]> =>
  deps.config.limits.enabled ? (await countMail(tables, deps, 'typed', email)).windows : []

function isWithin({ observer }: Deps, { until }: Count): boolean {
  if (until === undefined) return true
  observer.limited('mail')
  return false
}
