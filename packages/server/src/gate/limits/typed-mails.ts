import type { Account } from '../accounts/tables/accounts.ts'
import type { Context } from '../deps.ts'
import { knownBrowser } from '../sessions/known-browser.ts'
import { countHour, countMail, isWithin } from './mail-counts.ts'
import { addressOf } from './mail-limit.ts'

/**
 * Whether a mail may go to an address that any stranger can have typed. All routes that send such mails share the count, and do not tell
 * the client how much of it is left. A browser that the account knows has a count of its own, so that strangers do not keep the owner
 * from getting mail; not while the mailbox is unproved, or a stranger who signed up with it would have one for every browser.
 *
 * `opensFor: 'any-reader'` is a mail that opens the account in whatever browser it is read. Of an unproved account, the
 * first in an hour goes nevertheless, so that a stranger who holds it cannot use up what its owner needs.
 */
export async function mayMailTyped(
  context: Context,
  known: Account | undefined,
  typed: string,
  { opensFor, isDecoy = false }: { readonly opensFor: 'any-reader' | 'who-asked'; readonly isDecoy?: boolean },
): Promise<boolean> {
  const { deps } = context
  const { store } = deps
  if (!deps.config.limits.enabled) return true
  const isProved = known?.mailboxProvedAt !== undefined
  const key = (await knownBrowser(context, isProved ? known : undefined)) ?? addressOf(typed)
  const count = await countMail(store, deps, isDecoy ? 'typed-decoy' : 'typed', key)
  if (opensFor === 'any-reader' && count.refusedFor !== 'minute') {
    const opening = await countHour(store, deps, isDecoy ? 'way-in-decoy' : 'way-in', key)
    if (!isProved && opening.count === 1) return true
  }
  return isWithin(deps, count)
}
