import { deviceReportsIn } from '../../../gate/access/tables/device-reports.ts'
import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import { writeMail } from '../../../gate/mails/write-mail.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { addressHashes } from '../../../platform/kernel/address-hash.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { newToken } from '../../../platform/kernel/tokens.ts'
import { outboxIn } from '../../../platform/mail/tables/outbox.ts'
import { emailRevertsIn } from '../tables/email-reverts.ts'
import { hashOfRevert } from './change-code.ts'

interface Changed {
  readonly newEmail: string
  readonly requestedAt: number
  readonly isRevertible: boolean
  /** Earlier changes cannot be taken back any more. */
  readonly endsEarlier?: boolean
}

/**
 * Tells the mailbox that an account has left. Where the change can be taken back, with the link that does it, and the address is kept
 * until that has expired; where it cannot, the mailbox has no say any more. An address that was never verified may be a stranger's,
 * who learns no other. One that the account had only until it came back to where it was before can take nothing back, and neither can
 * any since then. Pass the account as it was.
 */
export async function tellOldMailbox(tx: Transaction, account: Account, changed: Changed): Promise<void> {
  const { deps } = tx
  const { newEmail, requestedAt, isRevertible, endsEarlier = false } = changed
  const { id: accountId, email, verifiedAt } = account
  const now = deps.clock.now()
  const life = deps.config.lifecycle.emailRevertTtl
  const told = { when: now, newEmail: verifiedAt === undefined ? '' : newEmail, link: '', expiresIn: life }
  const departure = await emailRevertsIn(tx).findDeparture(accountId, newEmail, now)
  if (departure) await emailRevertsIn(tx).endSince(departure, now)
  if (endsEarlier) await emailRevertsIn(tx).endAllOf(accountId, now)
  const hasLink = isRevertible && verifiedAt !== undefined && !departure
  const token = newToken()
  if (verifiedAt !== undefined && !departure) {
    const times = { verifiedAt, requestedAt, createdAt: now, expiresAt: now + life }
    await emailRevertsIn(tx).add({ id: newId(now), hash: hashOfRevert(token), accountId, email, isAgreed: !hasLink, ...times })
  }
  if (!hasLink) {
    await deviceReportsIn(tx).removeAllOf(accountId, departure && addressHashes(deps.keys, newEmail))
    await outboxIn(tx).add(writeMail(tx, 'email-changed', account, told))
    return
  }
  const link = `${deps.config.server.publicUrl}${pagePaths.revertEmail}#code=${token}`
  const mail = writeMail(tx, 'email-changed', account, { ...told, link })
  await outboxIn(tx).add({ ...mail, expiresAt: now + life })
}
