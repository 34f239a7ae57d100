import { disableAccess, mailReset } from '../../../gate/access/disable-access.ts'
import { deviceReportsIn } from '../../../gate/access/tables/device-reports.ts'
import { accountAddressesIn } from '../../../gate/accounts/tables/account-addresses.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { LinkRefusal } from '../../../gate/codes/by-mailed-link.ts'
import { writeMail } from '../../../gate/mails/write-mail.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { addressHashes } from '../../../platform/kernel/address-hash.ts'
import { outboxIn } from '../../../platform/mail/tables/outbox.ts'
import { type EmailRevert, emailRevertsIn } from '../tables/email-reverts.ts'
import { SETTLED_MS } from './confirming-mailboxes.ts'

export function revertRefusal(revert: EmailRevert | undefined, now: number): LinkRefusal | undefined {
  if (!revert || revert.endedAt !== undefined) return 'code_invalid'
  if (revert.usedAt !== undefined) return 'code_already_used'
  return revert.expiresAt <= now ? 'code_expired' : undefined
}

/** The link opens no session: it restores the old address, and removes what a thief could have enrolled before the change. */
export async function revertEmail(tx: Transaction, hash: string): Promise<LinkRefusal | undefined> {
  const now = tx.deps.clock.now()
  const unlocked = await emailRevertsIn(tx).find(hash)
  const account = unlocked && (await accountsIn(tx).lock(unlocked.accountId, now))
  if (!account) return 'code_invalid'
  const revert = await emailRevertsIn(tx).find(hash)
  const refusal = revertRefusal(revert, now)
  if (refusal || !revert) return refusal ?? 'code_invalid'
  const { email, verifiedAt, requestedAt } = revert
  // The old address is reserved until the link expires, so another account can have it only where a clock was wrong.
  if (await accountAddressesIn(tx).isTaken(email, now, account.id)) return 'code_expired'
  await emailRevertsIn(tx).take(revert, now)
  await accountAddressesIn(tx).set(account.id, email, verifiedAt, now)
  // The "this wasn't me" links that were mailed to an address in between must no longer work.
  await deviceReportsIn(tx).removeAllOf(account.id, addressHashes(tx.deps.keys, email))
  await disableAccess(tx, account, { reason: 'email_reverted', since: requestedAt - SETTLED_MS })
  await tx.record('email.change.reverted', { actorId: account.id, targetUserId: account.id })
  if (account.email !== email) await outboxIn(tx).add(writeMail(tx, 'email-reverted', account, { when: now }))
  await mailReset(tx, { ...account, email, verifiedAt })
  return undefined
}
