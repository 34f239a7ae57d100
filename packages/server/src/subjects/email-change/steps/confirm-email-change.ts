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

/** The new address comes from the row that the code leads to. The last confirmation sets it, unless it is taken by then. */
export async function confirmEmailChange(tx: Transaction<Call>, hashes: CodeHashes): Promise<Confirmed> {
  const now = tx.deps.clock.now()
  const unlocked = await emailChangesIn(tx).findByCode(hashes)
  if (!unlocked) return 'code_invalid'
  const account = await accountsIn(tx).lock(unlocked.accountId, now)
  if (!account) return 'user_not_found'
  // Read again: the change may have ended before the account was locked.
  const change = await emailChangesIn(tx).findByCode(hashes)
  const refusal = refusalOf(change, account, hashes, now)
  if (refusal || !change || (await lacksFactor(tx, account, change))) return refusal ?? 'code_invalid'
  return confirm(tx, account, change, hashes)
}

/** An administrator needs a second factor to ask for a change, and so does an account that became one after it had asked. */
async function lacksFactor(tx: Transaction, account: Account, { sessionId }: EmailChange): Promise<boolean> {
  if (account.role !== 'admin') return false
  const session = await sessionsIn(tx).find(sessionId)
  return owesAdminFactor(tx.deps, account, { secondFactorAt: session?.secondFactorAt })
}

async function confirm(tx: Transaction<Call>, account: Account, change: EmailChange, hashes: CodeHashes): Promise<Confirmed> {
  const { id } = account
  const now = tx.deps.clock.now()
  const mailbox = mailboxOf(change, hashes)
  const waitsForOld = change.oldHash !== undefined && change.oldConfirmedAt === undefined
  const isLast = mailbox === 'old' ? change.newConfirmedAt !== undefined : !waitsForOld
  // The old mailbox alone must not learn whether the new address is taken.
  if ((isLast || mailbox === 'new') && (await accountAddressesIn(tx).isTaken(change.newEmail, now, id))) {
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

/** An address is a credential: only the session that asked for the change survives. The caller has locked the account's row. */
async function completeEmailChange(tx: Transaction, account: Account, change: EmailChange): Promise<void> {
  const { clock, keys } = tx.deps
  const { id } = account
  const { newEmail, sessionId, createdAt: requestedAt, isRevertible } = change
  const now = clock.now()
  await emailChangesIn(tx).end(id, 'completed', now)
  await accountAddressesIn(tx).set(id, newEmail, now, now)
  await endEverythingOf(tx, id, 'email_changed', sessionId)
  const metadata = { from: addressHash(keys, account.email), to: addressHash(keys, newEmail) }
  await tx.record('email.changed', { actorId: id, targetUserId: id, sessionId, metadata })
  await tellOldMailbox(tx, account, { newEmail, requestedAt, isRevertible })
  const changed = { ...account, email: newEmail, verifiedAt: now }
  await outboxIn(tx).add(writeMail(tx, 'email-change-done', changed, { when: now }))
}
