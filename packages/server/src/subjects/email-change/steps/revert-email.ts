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
import { SETTLED_MS } from './who-confirms.ts'

/** Why a link takes nothing back. */
export function revertRefusal(revert: EmailRevert | undefined, now: number): LinkRefusal | undefined {
  if (!revert || revert.endedAt !== undefined) return 'code_invalid'
  if (revert.usedAt !== undefined) return 'code_already_used'
  return revert.expiresAt <= now ? 'code_expired' : undefined
}

/**
 * Takes a change of address back, for the holder of a link that went to the old mailbox. It lets no visitor in: the account has its old
 * address again, and what a thief could have enrolled before the change is gone.
 */
export async function revertEmail(tx: Transaction, hash: string): Promise<LinkRefusal | undefined> {
  const { clock, keys } = tx.deps
  const now = clock.now()
  const found = await emailRevertsIn(tx).find(hash)
  const account = found && (await accountsIn(tx).lock(found.accountId, now))
  if (!account) return 'code_invalid'
  const revert = await emailRevertsIn(tx).find(hash)
  const refusal = revertRefusal(revert, now)
  if (refusal || !revert) return refusal ?? 'code_invalid'
  const { email, verifiedAt, requestedAt } = revert
  // Kept until the link has expired; so another account can have it only where a clock goes wrong.
  if (await accountAddressesIn(tx).isTaken(email, now, account.id)) return 'code_expired'
  await emailRevertsIn(tx).take(revert, now)
  await accountAddressesIn(tx).set(account.id, email, verifiedAt, now)
  // A mailbox that the account had in between has no say in it any more.
  await deviceReportsIn(tx).removeAllOf(account.id, addressHashes(keys, email))
  await disableAccess(tx, account, { reason: 'email_reverted', since: requestedAt - SETTLED_MS })
  await tx.record('email.change.reverted', { actorId: account.id, targetUserId: account.id })
  if (account.email !== email) await outboxIn(tx).add(writeMail(tx, 'email-reverted', account, { when: now }))
  await mailReset(tx, { ...account, email, verifiedAt })
  return undefined
}
