import { HOUR_MS } from '../../platform/kernel/clock.ts'
import { canonicalEmail } from '../../platform/kernel/email-address.ts'
import type { Connection } from '../../platform/store/table.ts'
import type { Deps } from '../deps.ts'
import { tooMany } from './limits.ts'
import { countMail, isWithin, type MailPurpose } from './mail-counts.ts'
import type { LimitWindow } from './tables/limits.ts'

export const addressOf = (typed: string): string => canonicalEmail(typed) ?? typed

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
