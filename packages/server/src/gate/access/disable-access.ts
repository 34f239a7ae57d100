import type { Connection } from '../../platform/store/table.ts'
import { removeFactorsSince } from '../../subjects/factors/steps/remove-factors-since.ts'
import { endKeysOf } from '../../subjects/keys/steps/end-keys.ts'
import { identitiesIn } from '../../subjects/providers/tables/identities.ts'
import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import { record } from '../audit/audit.ts'
import { addCodeMail, writeCodeMail } from '../codes/code-mail.ts'
import type { Context } from '../deps.ts'
import { devicesIn } from '../sessions/tables/devices.ts'
import { endEverythingOf } from './end-access.ts'

type Reason = 'email_reverted' | 'device_reported'

/**
 * Takes an account from all who are in, and lets no visitor in: the password is void, what was enrolled since then is
 * removed, no matter in which session, and everything that was handed out ends. What is older still gates, and a mailed link leads
 * to a new password. The caller holds the row.
 */
export async function disableAccess(
  tx: Connection,
  context: Context,
  account: Account,
  since: number,
  reason: Reason,
): Promise<void> {
  const { id } = account
  await accountsIn(tx).voidPassword(id, context.deps.clock.now())
  await removeFactorsSince(tx, context, account, since, reason)
  for (const { provider, createdAt } of await identitiesIn(tx).listOf(id)) {
    if (createdAt < since) continue
    await identitiesIn(tx).remove(id, provider)
    await record(tx, context, 'oauth.unlinked', { targetUserId: id, actorId: id, metadata: { provider, reason } })
  }
  await endKeysOf(tx, context, id, reason)
  await devicesIn(tx).removeAllOf(id)
  await endEverythingOf(tx, context, id)
}

/** A way back in for the owner, and the mailbox alone. None for an account that is banned. */
export async function mailReset(tx: Connection, context: Context, account: Account): Promise<void> {
  if (account.bannedAt !== undefined) return
  await addCodeMail(tx, writeCodeMail(context, 'password-reset', account, 'background'))
}
