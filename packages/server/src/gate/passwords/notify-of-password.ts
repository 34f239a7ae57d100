import type { Connection } from '../../platform/store/table.ts'
import { labelsOf, waysIn } from '../access/ways-in.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Context } from '../deps.ts'
import { notify } from '../mails/notify.ts'

/** A new password does not lock out a visitor who comes in by a provider: its notice names those that still open the account. */
export async function notifyOfPassword(tx: Connection, context: Context, account: Account): Promise<void> {
  const { providers } = await waysIn(tx, context.deps, account)
  await notify(tx, context, 'password-changed', account, { providers: labelsOf(context.deps, providers).join(', ') })
}
