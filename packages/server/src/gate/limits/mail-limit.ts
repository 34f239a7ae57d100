import { canonicalEmail } from '../../platform/kernel/email-address.ts'
import type { Connection } from '../../platform/store/table.ts'
import type { CodePurpose } from '../codes/code-purposes.ts'
import type { Deps } from '../deps.ts'
import { bucketOf, tooMany } from './limits.ts'
import { type LimitWindow, limitsIn } from './tables/limits.ts'

/**
 * A request for a verification mail is counted apart from the mail: whether one is owed must not show. It has no limit in the
 * hour: of those that pass, a stranger's or the owner's, the first one mails a code when none is live, so strangers cannot
 * use up the owner's.
 */
type MailPurpose = CodePurpose | 'two-factor' | 'invite' | 'org-invite' | 'verification-request' | 'decoy'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

interface Count {
  readonly windows: readonly LimitWindow[]
  /** Undefined when the mail may leave, else the time from which the next one may. */
  readonly until: number | undefined
}

async function countMail(tables: Connection, deps: Deps, purpose: MailPurpose, typed: string): Promise<Count> {
  const { mailsPerMinute, mailsPerHour } = deps.config.limits
  const email = canonicalEmail(typed) ?? typed
  const now = deps.clock.now()
  const windows: LimitWindow[] = []
  // The minute first: an impatient client uses up no hour.
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
 * Fails when the address has had its mails of this purpose. Pass the `tx` that writes the mail: no mail, no count. A flow
 * that answers for the delivery keeps where it was counted among the traces of its mail, and a mail that does not leave is
 * counted no more. A public route that does not wait must not do so: only an address with an account has a mail that can
 * be refused, so a second request that passed would tell of the account.
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

/** The same where the client must not be told. */
export async function mayMail(tables: Connection, deps: Deps, purpose: MailPurpose, typed: string): Promise<boolean> {
  if (!deps.config.limits.enabled || (await countMail(tables, deps, purpose, typed)).until === undefined) return true
  deps.observer.limited('mail')
  return false
}
