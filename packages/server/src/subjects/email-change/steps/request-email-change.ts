import { accountAddressesIn } from '../../../gate/accounts/tables/account-addresses.ts'
import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Caller, Context } from '../../../gate/deps.ts'
import { elevationsIn } from '../../../gate/factors/tables/elevations.ts'
import { bucketOf } from '../../../gate/limits/limits.ts'
import { limitShare, limitToAddress } from '../../../gate/limits/share-limits.ts'
import { countForeign } from '../../../gate/limits/stranger-mails.ts'
import { limitsIn } from '../../../gate/limits/tables/limits.ts'
import { writeMail } from '../../../gate/mails/write-mail.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { addressHash } from '../../../platform/kernel/address-hash.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'
import { newCode } from '../../../platform/kernel/codes.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { servedAddress } from '../../../platform/kernel/own-path.ts'
import { type NewOutboxRow, outboxIn } from '../../../platform/mail/tables/outbox.ts'
import { emailChangesIn } from '../tables/email-changes.ts'
import { cancelEmailChange } from './cancel-email-change.ts'
import { hashOfChangeCode } from './change-code.ts'
import { confirmingMailboxes } from './confirming-mailboxes.ts'

type OwnCall = Context & { readonly caller: Caller }

/** Rows and number of mails are the same whether or not the new address is taken. The caller has locked the account's row. */
export async function requestEmailChange(tx: Transaction<OwnCall>, account: Account, newEmail: string) {
  const { deps } = tx
  const { id: accountId } = account
  const { id: sessionId } = tx.caller.session
  const now = deps.clock.now()
  const expiresAt = now + deps.config.lifecycle.emailChangeTtl
  await limitShare(tx, deps, 'email-change', accountId)
  await limitToAddress(tx, deps, newEmail)
  const { mailboxes, isRevertible } = confirmingMailboxes(deps, account, await elevationsIn(tx).find(sessionId))
  await cancelEmailChange(tx, accountId, 'replaced')
  const codes = { new: newCode(), old: newCode() }
  const [newHash] = hashOfChangeCode(deps, codes.new)
  const oldHash = mailboxes.includes('old') ? hashOfChangeCode(deps, codes.old)[0] : undefined
  const change = { id: newId(now), accountId, sessionId, newEmail, newHash, oldHash, createdAt: now, expiresAt, isRevertible }
  await emailChangesIn(tx).add(change)
  const mails = [await letterToNew(tx, account, newEmail, codes.new)]
  if (oldHash !== undefined) mails.push(writeMail(tx, 'email-change-approval', account, { ...withCode(tx, codes.old), newEmail }))
  for (const mail of mails) await outboxIn(tx).add({ ...mail, expiresAt })
  const metadata = { email: addressHash(deps.keys, newEmail) }
  await tx.record('email.change.requested', { actorId: accountId, targetUserId: accountId, sessionId, metadata })
  return { mailboxes, expiresAt }
}

/**
 * A free address gets the code, the owner of a taken one a warning once a day; else, and where strangers have used up the mails to it, a
 * decoy is written. All cost the same work, and the answer tells none from another.
 */
async function letterToNew(tx: Transaction<OwnCall>, account: Account, newEmail: string, code: string): Promise<NewOutboxRow> {
  const { deps } = tx
  const now = deps.clock.now()
  const isTaken = await accountAddressesIn(tx).isTaken(newEmail, now, account.id)
  const owner = await accountsIn(tx).findByEmail(newEmail)
  const { count } = await limitsIn(tx).count(bucketOf(deps, 'email-taken', newEmail), { by: 1, expiresAt: now + DAY_MS }, now)
  const isOver = (await countForeign(tx, deps, newEmail)).until !== undefined
  // The mailbox may be a stranger's, so the mail does not tell the name of the account's owner.
  const mailbox = { email: newEmail, name: '', verifiedAt: undefined, language: account.language }
  if (!isTaken) return writeMail(tx, 'email-change', isOver ? undefined : mailbox, withCode(tx, code))
  return writeMail(tx, 'email-taken', count === 1 && !isOver ? owner : undefined, { when: now })
}

const withCode = ({ deps: { config } }: Context, code: string) => ({
  code,
  link: `${servedAddress(config.server, pagePaths.changeEmail)}#code=${code}`,
  expiresIn: config.lifecycle.emailChangeTtl,
})
