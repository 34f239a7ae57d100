import { newId } from '../../kernel/ids.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { newToken } from '../../kernel/tokens.ts'
import type { Account } from '../../store/tables/accounts.ts'
import type { Tables } from '../../store/tables.ts'
import type { Context } from '../deps.ts'
import { writeMail } from '../mails/write-mail.ts'
import { hashOfRevert } from './change-code.ts'

interface Changed {
  readonly newEmail: string
  readonly requestedAt: number
  readonly isRevertible: boolean
}

/**
 * Tells the mailbox that an account has left. Where the change can be taken back, with the link that does it, and the address is kept
 * until that has expired; where it cannot, the mailbox has no say any more. A mailbox that was never proved may be a stranger's, who learns no address. Pass the account as it was.
 */
export async function tellOldMailbox(tx: Tables, context: Context, account: Account, changed: Changed): Promise<void> {
  const { deps } = context
  const { newEmail, requestedAt, isRevertible } = changed
  const { id: accountId, email, verifiedAt } = account
  const now = deps.clock.now()
  const life = deps.config.lifecycle.emailRevertTtl
  const told = { when: now, newEmail: verifiedAt === undefined ? '' : newEmail, link: '', expiresIn: life }
  if (!isRevertible || verifiedAt === undefined) {
    await tx.deviceReports.removeAllOf(accountId)
    await tx.outbox.add(writeMail(context, 'email-changed', account, told))
    return
  }
  const token = newToken()
  const times = { verifiedAt, requestedAt, createdAt: now, expiresAt: now + life }
  await tx.emailReverts.add({ id: newId(now), hash: hashOfRevert(token), accountId, email, ...times })
  const link = `${deps.config.server.publicUrl}${pagePaths.revertEmail}#code=${token}`
  const mail = writeMail(context, 'email-changed', account, { ...told, link })
  await tx.outbox.add({ ...mail, expiresAt: now + life })
}
