import { reportLink } from '../../../gate/access/report-link.ts'
import { labelsOf } from '../../../gate/access/sign-in-methods.ts'
import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import { bucketOf } from '../../../gate/limits/limits.ts'
import { mayNotify } from '../../../gate/limits/stranger-mails.ts'
import { limitsIn } from '../../../gate/limits/tables/limits.ts'
import { writeMail } from '../../../gate/mails/write-mail.ts'
import type { Session, SignInMethod } from '../../../gate/sessions/tables/sessions.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'
import { readDevice } from '../../../platform/kernel/device.ts'
import { outboxIn } from '../../../platform/mail/tables/outbox.ts'

const MAX_MAILS_PER_DAY = 5

/** Runs in the transaction that issues the session. */
export async function noteNewDevice(tx: Transaction, account: Account, session: Session, signIn: SignInMethod): Promise<void> {
  const { deps, client } = tx
  const { id } = account
  await tx.record('device.new', { actorId: id, targetUserId: id, sessionId: session.id })
  const { browser = '', system = '' } = readDevice(client.userAgent)
  if (!deps.config.lifecycle.newDeviceNotices || !(await mayMail(tx, account, `${browser} ${system}`))) return
  const mail = writeMail(tx, 'new-device', account, {
    when: session.createdAt,
    place: { ip: client.ip, browser, system: browser && system },
    way: signIn.method,
    provider: signIn.provider === undefined ? '' : labelsOf(deps, [signIn.provider]).join(''),
    link: await reportLink(tx, account, session.createdAt),
    expiresIn: deps.config.lifecycle.deviceReportTtl,
  })
  await outboxIn(tx).add(mail)
}

/** One mail a day for each description of a browser, and few in all: too many mails would no longer be read. */
async function mayMail(tx: Transaction, account: Account, description: string): Promise<boolean> {
  const now = tx.deps.clock.now()
  const window = { by: 1, expiresAt: now + DAY_MS }
  const alike = await limitsIn(tx).count(bucketOf(tx.deps, 'device-description', account.id, description), window, now)
  if (alike.count > 1) return false
  const today = await limitsIn(tx).count(bucketOf(tx.deps, 'device-mail', account.id), window, now)
  return today.count <= MAX_MAILS_PER_DAY && mayNotify(tx, tx.deps, account)
}
