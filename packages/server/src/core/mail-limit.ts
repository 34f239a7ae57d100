import { canonicalEmail } from '../kernel/email-address.ts'
import type { Tables } from '../store/store.ts'
import type { CodePurpose } from '../store/tables/codes.ts'
import type { Deps } from './deps.ts'
import { bucketOf, tooMany } from './limits.ts'

/** A request for a verification mail is counted apart from the mail: whether one is owed must not show. */
type MailPurpose = CodePurpose | 'two-factor' | 'invite' | 'verification-request' | 'decoy'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** Counts a mail to an address. Undefined when it may leave, else the time from which the next one may. */
async function countMail(tables: Tables, deps: Deps, purpose: MailPurpose, typed: string): Promise<number | undefined> {
  const { mailsPerMinute, mailsPerHour } = deps.config.limits
  const email = canonicalEmail(typed) ?? typed
  const now = deps.clock.now()
  // The minute first: whoever is impatient uses up no hour.
  for (const [kind, lengthMs, max] of [
    ['mail-minute', MINUTE_MS, mailsPerMinute],
    ['mail-hour', HOUR_MS, mailsPerHour],
  ] as const) {
    const window = { by: 1, expiresAt: now + lengthMs }
    const { count, expiresAt } = await tables.limits.count(bucketOf(deps, kind, purpose, email), window, now)
    if (count > max) return expiresAt
  }
  return undefined
}

/** Fails when the address has had its mails of this purpose. Pass the `tx` that writes the mail: no mail, no count. */
export async function limitMails(tables: Tables, deps: Deps, purpose: MailPurpose, typed: string): Promise<void> {
  if (!deps.config.limits.enabled) return
  const until = await countMail(tables, deps, purpose, typed)
  if (until !== undefined) throw tooMany(deps, 'mail', until)
}

/** The same where nobody may be told. */
export async function mayMail(tables: Tables, deps: Deps, purpose: MailPurpose, typed: string): Promise<boolean> {
  if (!deps.config.limits.enabled || (await countMail(tables, deps, purpose, typed)) === undefined) return true
  deps.observer.limited('mail')
  return false
}
