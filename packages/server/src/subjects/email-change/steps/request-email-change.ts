import { accountAddressesIn } from '../../../gate/accounts/tables/account-addresses.ts'
import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Caller, Context } from '../../../gate/deps.ts'
import { elevationsIn } from '../../../gate/factors/tables/elevations.ts'
import { bucketOf } from '../../../gate/limits/limits.ts'
import { limitShare, limitToAddress } from '../../../gate/limits/share-limits.ts'
import { limitsIn } from '../../../gate/limits/tables/limits.ts'
import { writeMail } from '../../../gate/mails/write-mail.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { addressHash } from '../../../platform/kernel/address-hash.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'
import { newCode } from '../../../platform/kernel/codes.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { type NewOutboxRow, outboxIn } from '../../../platform/mail/tables/outbox.ts'
import { type EmailChange, emailChangesIn } from '../tables/email-changes.ts'
import { cancelEmailChange } from './cancel-email-change.ts'
import { hashOfChangeCode } from './change-code.ts'
import { whoConfirms } from './who-confirms.ts'

type OwnCall = Context & { readonly caller: Caller }
type Requested = Pick<EmailChange, 'newEmail' | 'expiresAt'> & { readonly mailboxes: readonly ('new' | 'old')[] }

/**
 * Asks for a change to an address, for an account that is held. Whether the address is taken shows nowhere: there is a change in
 * either case, with the same rows and as many mails. Where it is, no code of the new mailbox exists.
 */
export async function requestEmailChange(tx: Transaction<OwnCall>, account: Account, newEmail: string): Promise<Requested> {
  const { deps, caller } = tx
  const now = deps.clock.now()
  const ttl = deps.config.lifecycle.emailChangeTtl
  const { id } = account
  await limitShare(tx, deps, 'email-change', id)
  await limitToAddress(tx, deps, newEmail)
  const { mailboxes, isRevertible } = whoConfirms(deps, account, await elevationsIn(tx).find(caller.session.id))
  await cancelEmailChange(tx, id, 'replaced')
  const codes = { new: newCode(), old: newCode() }
  const hashOf = (code: string): string => hashOfChangeCode(deps, code)[0]
  const asksOld = mailboxes.includes('old')
  const expiresAt = now + ttl
  await emailChangesIn(tx).add({
    ...{ id: newId(now), accountId: id, sessionId: caller.session.id, newEmail, createdAt: now, expiresAt, isRevertible },
    newHash: hashOf(codes.new),
    oldHash: asksOld ? hashOf(codes.old) : undefined,
  })
  const letters = [await letterToNew(tx, account, newEmail, codes.new)]
  if (asksOld) letters.push(writeMail(tx, 'email-change-approval', account, { ...withCode(tx, codes.old), newEmail }))
  for (const letter of letters) await outboxIn(tx).add({ ...letter, expiresAt })
  const metadata = { email: addressHash(deps.keys, newEmail) }
  await tx.record('email.change.requested', { actorId: id, targetUserId: id, sessionId: caller.session.id, metadata })
  return { newEmail, mailboxes, expiresAt }
}

/** A code; to an address that is taken, a word to its owner, once a day; and where there is none to tell, a decoy. All cost the same. */
async function letterToNew(tx: Transaction<OwnCall>, account: Account, newEmail: string, code: string): Promise<NewOutboxRow> {
  const { deps } = tx
  const now = deps.clock.now()
  const isTaken = await accountAddressesIn(tx).isTaken(newEmail, now, account.id)
  const owner = await accountsIn(tx).findByEmail(newEmail)
  const window = { by: 1, expiresAt: now + DAY_MS }
  const { count } = await limitsIn(tx).count(bucketOf(deps, 'email-taken', newEmail), window, now)
  // The mailbox has proved nothing yet, so it is told no name.
  const mailbox = { email: newEmail, name: '', verifiedAt: undefined, language: account.language }
  if (!isTaken) return writeMail(tx, 'email-change', mailbox, withCode(tx, code))
  return writeMail(tx, 'email-taken', count === 1 ? owner : undefined, { when: now })
}

const withCode = ({ deps: { config } }: Context, code: string) => ({
  code,
  link: `${config.server.publicUrl}${pagePaths.changeEmail}#code=${code}`,
  expiresIn: config.lifecycle.emailChangeTtl,
})
