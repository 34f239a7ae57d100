import { HOUR_MS } from '../../platform/kernel/clock.ts'
import type { Connection } from '../../platform/store/table.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Deps } from '../deps.ts'
import { tooMany } from './limits.ts'
import { countHour, countMail, isWithin, type MailCount, type MailPurpose } from './mail-counts.ts'
import { limitMails } from './mail-limit.ts'
import type { LimitWindow } from './tables/limits.ts'

/** As long as a mailbox is unproved, the person who holds its account may be a stranger who has signed up with the address. */
type Holder = Pick<Account, 'email' | 'mailboxProvedAt'>

/**
 * For a mail that the session or the password of an account causes. While its mailbox is unproved, all such mails count with those that
 * strangers ask for. The first of an hour goes nevertheless: its code proves the mailbox, from where on the owner has counts of their
 * own; else strangers who type an address over and over would keep its owner from signing up.
 */
export async function limitHeld(
  tables: Connection,
  deps: Deps,
  purpose: MailPurpose,
  { email, mailboxProvedAt }: Holder,
): Promise<readonly LimitWindow[]> {
  const windows = await limitMails(tables, deps, purpose, email)
  if (mailboxProvedAt !== undefined || !deps.config.limits.enabled) return windows
  const held = await countHour(tables, deps, 'held', email)
  const typed = await countMail(tables, deps, 'typed', email)
  if (typed.until !== undefined && held.count > 1) throw tooMany(deps, 'mail', typed.until, HOUR_MS)
  const beside = typed.refusedFor === 'minute' ? [(await countHour(tables, deps, 'typed', email)).window] : typed.windows
  return [...windows, held.window, ...beside]
}

/**
 * Whether a notice may go to the owner of an account. An unproved mailbox may belong to a person who never heard of us, so it gets a few
 * an hour. They count beside what strangers ask for, and are not refused for that: a thief of the password would silence them.
 */
export async function mayNotify(tables: Connection, deps: Deps, { email, mailboxProvedAt }: Holder): Promise<boolean> {
  if (mailboxProvedAt !== undefined || !deps.config.limits.enabled) return true
  const { count, window } = await countHour(tables, deps, 'notice', email)
  if (!isWithin(deps, { windows: [], until: count > deps.config.limits.mailsPerHour ? window.expiresAt : undefined }))
    return false
  await countHour(tables, deps, 'typed', email)
  return true
}

/**
 * For what accounts may mail to another person's address. It takes no minute from what strangers ask for: a person who has just read an
 * invitation asks for a code next.
 */
export async function countForeign(tables: Connection, deps: Deps, email: string): Promise<MailCount> {
  if (!deps.config.limits.enabled) return { windows: [] }
  const { count, window } = await countHour(tables, deps, 'typed', email)
  return { windows: [window], until: count > deps.config.limits.mailsPerHour ? window.expiresAt : undefined }
}

/** As `countForeign`, where the caller may be told. */
export async function limitForeign(tables: Connection, deps: Deps, email: string): Promise<readonly LimitWindow[]> {
  const { windows, until } = await countForeign(tables, deps, email)
  if (until !== undefined) throw tooMany(deps, 'mail', until, HOUR_MS)
  return windows
}
