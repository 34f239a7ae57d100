import type { Account } from '../../store/tables/accounts.ts'
import type { Tables } from '../../store/tables.ts'
import { endEverythingOf } from '../access/end-access.ts'
import { record } from '../audit/audit.ts'
import { addCodeMail, writeCodeMail } from '../codes/code-mail.ts'
import type { Context } from '../deps.ts'
import { removeFactorsSince } from '../factors/remove-factors-since.ts'
import { endKeysOf } from '../keys/end-keys.ts'

type Reason = 'email_reverted' | 'device_reported'

/**
 * Takes an account from all who are in, and lets no visitor in: the password is void, what was enrolled since then is
 * removed, no matter in which session, and everything that was handed out ends. What is older still gates, and a mailed link leads
 * to a new password. The caller holds the row.
 */
export async function disableAccess(
  tx: Tables,
  context: Context,
  account: Account,
  since: number,
  reason: Reason,
): Promise<void> {
  const { id } = account
  await tx.accounts.voidPassword(id, context.deps.clock.now())
  await removeFactorsSince(tx, context, account, since, reason)
  for (const { provider, createdAt } of await tx.identities.listOf(id)) {
    if (createdAt < since) continue
    await tx.identities.remove(id, provider)
    await record(tx, context, 'oauth.unlinked', { targetUserId: id, actorId: id, metadata: { provider, reason } })
  }
  await endKeysOf(tx, context, id, reason)
  await tx.devices.removeAllOf(id)
  await endEverythingOf(tx, context, id)
}

/** A way back in for the owner, and the mailbox alone. None for an account that is banned. */
export async function mailReset(tx: Tables, context: Context, account: Account): Promise<void> {
  if (account.bannedAt !== undefined) return
  await addCodeMail(tx, writeCodeMail(context, 'password-reset', account, 'background'))
}
