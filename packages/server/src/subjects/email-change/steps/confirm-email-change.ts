import { endEverythingOf } from '../../../gate/access/end-access.ts'
import { noteProofByOwner } from '../../../gate/access/prove-mailbox.ts'
import { accountAddressesIn } from '../../../gate/accounts/tables/account-addresses.ts'
import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Context } from '../../../gate/deps.ts'
import { owesAdminFactor } from '../../../gate/factors/gates.ts'
import { writeMail } from '../../../gate/mails/write-mail.ts'
import { sessionsIn } from '../../../gate/sessions/tables/sessions.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { addressHash } from '../../../platform/kernel/address-hash.ts'
import type { CodeHashes } from '../../../platform/kernel/codes.ts'
import type { PresentedCookies } from '../../../platform/kernel/cookies.ts'
import { outboxIn } from '../../../platform/mail/tables/outbox.ts'
import { type EmailChange, emailChangesIn } from '../tables/email-changes.ts'
import { cancelEmailChange } from './cancel-email-change.ts'
import { type ChangeRefusal, mailboxOf, refusalOf } from './change-code.ts'
import { tellOldMailbox } from './tell-old-mailbox.ts'

export type Confirmed = 'waits-for-other' | 'completed' | 'user_not_found' | 'email_already_exists' | ChangeRefusal

type Call = Context & { readonly cookies: PresentedCookies }

/**
 * Takes a code of one mailbox. With the last that is asked, the account gets its new address; should another account have that by now,
 * the change is over. The code leads to the row of its change, and nothing but that row says which address is set.
 */
export async function confirmEmailChange(tx: Transaction<Call>, hashes: CodeHashes): Promise<Confirmed> {
  const now = tx.deps.clock.now()
  const found = await emailChangesIn(tx).findByCode(hashes)
  if (!found) return 'code_invalid'
  const account = await accountsIn(tx).lock(found.accountId, now)
  if (!account) return 'user_not_found'
  // Once more, now that nothing else changes it.
  const change = await emailChangesIn(tx).findByCode(hashes)
  const refusal = refusalOf(change, account, hashes, now)
  if (refusal || !change || (await lacksFactor(tx, account, change))) return refusal ?? 'code_invalid'
  return confirm(tx, account, change, hashes)
}

/** Who has become an administrator since needs a second factor for it, as all of them do when they ask. */
async function lacksFactor(tx: Transaction, account: Account, { sessionId }: EmailChange): Promise<boolean> {
  const { deps } = tx
  if (account.role !== 'admin') return false
  const session = await sessionsIn(tx).find(sessionId)
  return owesAdminFactor(deps, account, { secondFactorAt: session?.secondFactorAt })
}

async function confirm(tx: Transaction<Call>, account: Account, change: EmailChange, hashes: CodeHashes): Promise<Confirmed> {
  const { id } = account
  const now = tx.deps.clock.now()
  const mailbox = mailboxOf(change, hashes)
  const isLast = mailbox === 'old' ? change.newConfirmedAt !== undefined : !waitsForOld(change)
  // The old mailbox alone must not learn whether the new address is taken.
  const mayLearn = isLast || mailbox === 'new'
  if (mayLearn && (await accountAddressesIn(tx).isTaken(change.newEmail, now, id))) {
    await cancelEmailChange(tx, id, 'taken')
    return 'email_already_exists'
  }
  await emailChangesIn(tx).confirm(change.id, mailbox, now)
  await tx.record('email.change.confirmed', { actorId: id, targetUserId: id, metadata: { mailbox } })
  await noteProofByOwner(tx, account, tx.cookies)
  if (!isLast) return 'waits-for-other'
  await completeEmailChange(tx, account, change)
  return 'completed'
}

const waitsForOld = ({ oldHash, oldConfirmedAt }: EmailChange): boolean => oldHash !== undefined && oldConfirmedAt === undefined

/**
 * Gives an account its confirmed address, in the transaction of the last confirmation; its row is held. An address is a credential:
 * nothing that was handed out before works any more, but the session in which it was asked for. Trusted browsers end with the
 * credential version.
 */
async function completeEmailChange(tx: Transaction, account: Account, change: EmailChange): Promise<void> {
  const { deps } = tx
  const { id, email: oldEmail } = account
  const { newEmail } = change
  const now = deps.clock.now()
  await emailChangesIn(tx).end(id, 'completed', now)
  await accountAddressesIn(tx).set(id, newEmail, now, now)
  await endEverythingOf(tx, id, change.sessionId)
  const metadata = { from: addressHash(deps.keys, oldEmail), to: addressHash(deps.keys, newEmail) }
  await tx.record('email.changed', { actorId: id, targetUserId: id, sessionId: change.sessionId, metadata })
  await tellOldMailbox(tx, account, { newEmail, requestedAt: change.createdAt, isRevertible: change.isRevertible })
  const renewed = { ...account, email: newEmail, verifiedAt: now }
  await outboxIn(tx).add(writeMail(tx, 'email-change-done', renewed, { when: now }))
}
