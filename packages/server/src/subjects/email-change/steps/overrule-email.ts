import { endCodes, endSessions } from '../../../gate/access/end-access.ts'
import { accountAddressesIn } from '../../../gate/accounts/tables/account-addresses.ts'
import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { addCodeMail, writeCodeMail } from '../../../gate/codes/code-mail.ts'
import { devicesIn } from '../../../gate/sessions/tables/devices.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { addressHash } from '../../../platform/kernel/address-hash.ts'
import { identitiesIn } from '../../providers/index.ts'
import { emailChangesIn } from '../tables/email-changes.ts'
import { tellOldMailbox } from './tell-old-mailbox.ts'

/**
 * An administrator sets a free address for an account whose row the caller has locked. The new mailbox is unproved until its code is
 * used; the old mailbox may take the change back only where the administrator allows it, and can take no earlier change back.
 */
export async function overruleEmail(
  tx: Transaction,
  account: Account,
  newEmail: string,
  { actorId, isRevertible }: { readonly actorId: string; readonly isRevertible: boolean },
): Promise<void> {
  const { clock, keys } = tx.deps
  const { id } = account
  const now = clock.now()
  await emailChangesIn(tx).end(id, 'overruled', now)
  await accountAddressesIn(tx).set(id, newEmail, undefined, now)
  if (!isRevertible) await takeFromThief(tx, account, newEmail, actorId)
  await endSessions(tx, id, 'email_changed', { actorId })
  await endCodes(tx, id)
  const metadata = { from: addressHash(keys, account.email), to: addressHash(keys, newEmail) }
  await tx.record('admin.user.email_changed', { actorId, targetUserId: id, metadata })
  await tellOldMailbox(tx, account, { newEmail, requestedAt: now, isRevertible, endsEarlier: true })
  const unproved = { ...account, email: newEmail, verifiedAt: undefined }
  await addCodeMail(tx, writeCodeMail(tx, 'email-verification', unproved, 'background'))
}

/** A final change is for a stolen account: nothing that the thief knows or has linked opens the account any more. */
async function takeFromThief(tx: Transaction, { id }: Account, newEmail: string, actorId: string): Promise<void> {
  await accountsIn(tx).voidPassword(id, tx.deps.clock.now())
  await devicesIn(tx).removeAllOf(id)
  for (const { provider, vouchedEmail } of await identitiesIn(tx).listOf(id)) {
    if (vouchedEmail === newEmail) continue
    await identitiesIn(tx).remove(id, provider)
    await tx.record('oauth.unlinked', { actorId, targetUserId: id, metadata: { provider, reason: 'email_changed' } })
  }
}
