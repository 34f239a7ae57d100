import { endEverythingOf } from '../../../gate/access/end-access.ts'
import { accountAddressesIn } from '../../../gate/accounts/tables/account-addresses.ts'
import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import { record } from '../../../gate/audit/audit.ts'
import type { Context } from '../../../gate/deps.ts'
import { writeMail } from '../../../gate/mails/write-mail.ts'
import { addressHash } from '../../../platform/kernel/address-hash.ts'
import { outboxIn } from '../../../platform/mail/tables/outbox.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { type EmailChange, emailChangesIn } from '../tables/email-changes.ts'
import { tellOldMailbox } from './tell-old-mailbox.ts'

/**
 * Gives an account its confirmed address, in the transaction of the last confirmation; its row is held. An address is a credential:
 * nothing that was handed out before works any more, but the session in which it was asked for. Trusted browsers end with the
 * credential version.
 */
export async function completeEmailChange(
  tx: Connection,
  context: Context,
  account: Account,
  change: EmailChange,
): Promise<void> {
  const { deps } = context
  const { id, email: oldEmail } = account
  const { newEmail } = change
  const now = deps.clock.now()
  await emailChangesIn(tx).end(id, 'completed', now)
  await accountAddressesIn(tx).set(id, newEmail, now, now)
  await endEverythingOf(tx, context, id, change.sessionId)
  const metadata = { from: addressHash(deps.keys, oldEmail), to: addressHash(deps.keys, newEmail) }
  await record(tx, context, 'email.changed', { actorId: id, targetUserId: id, sessionId: change.sessionId, metadata })
  await tellOldMailbox(tx, context, account, { newEmail, requestedAt: change.createdAt, isRevertible: change.isRevertible })
  const renewed = { ...account, email: newEmail, verifiedAt: now }
  await outboxIn(tx).add(writeMail(context, 'email-change-done', renewed, { when: now }))
}
