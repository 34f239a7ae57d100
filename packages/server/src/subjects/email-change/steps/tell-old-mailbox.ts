import { deviceReportsIn } from '../../../gate/access/tables/device-reports.ts'
import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import { mayNotify } from '../../../gate/limits/stranger-mails.ts'
import { writeMail } from '../../../gate/mails/write-mail.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { addressHashes } from '../../../platform/kernel/address-hash.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { servedAddress } from '../../../platform/kernel/own-path.ts'
import { newToken } from '../../../platform/kernel/tokens.ts'
import { outboxIn } from '../../../platform/mail/tables/outbox.ts'
import { emailRevertsIn } from '../tables/email-reverts.ts'
import { hashOfRevert } from './change-code.ts'

interface CompletedChange {
  readonly newEmail: string
  readonly requestedAt: number
  readonly isRevertible: boolean
  readonly endsEarlier?: boolean
}

/**
 * `account` still has the old address, which stays reserved until the link expires. An unverified address may be a stranger's, so its
 * mail does not name the new address. A return to an earlier address ends the links of all changes since that address.
 */
export async function tellOldMailbox(tx: Transaction, account: Account, change: CompletedChange): Promise<void> {
  const { deps } = tx
  const { newEmail, requestedAt, isRevertible, endsEarlier = false } = change
  const { id: accountId, email, verifiedAt } = account
  const now = deps.clock.now()
  const ttl = deps.config.lifecycle.emailRevertTtl
  const values = { when: now, newEmail: verifiedAt === undefined ? '' : newEmail, link: '', expiresIn: ttl }
  const departure = await emailRevertsIn(tx).findDeparture(accountId, newEmail, now)
  if (departure) await emailRevertsIn(tx).endSince(departure, now)
  if (endsEarlier) await emailRevertsIn(tx).endAllOf(accountId, now)
  const hasLink = isRevertible && verifiedAt !== undefined && !departure
  const token = newToken()
  const expiresAt = now + ttl
  if (verifiedAt !== undefined && !departure) {
    const times = { verifiedAt, requestedAt, createdAt: now, expiresAt }
    await emailRevertsIn(tx).add({ id: newId(now), hash: hashOfRevert(token), accountId, email, isAgreed: !hasLink, ...times })
  }
  if (hasLink) {
    const link = `${servedAddress(deps.config.server, pagePaths.revertEmail)}#code=${token}`
    await outboxIn(tx).add({ ...writeMail(tx, 'email-changed', account, { ...values, link }), expiresAt })
  } else {
    await deviceReportsIn(tx).removeAllOf(accountId, departure && addressHashes(deps.keys, newEmail))
    if (await mayNotify(tx, deps, account)) await outboxIn(tx).add(writeMail(tx, 'email-changed', account, values))
  }
}
