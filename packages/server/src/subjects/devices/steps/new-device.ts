import { reportLink } from '../../../gate/access/report-link.ts'
import { labelsOf } from '../../../gate/access/ways-in.ts'
import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import { bucketOf } from '../../../gate/limits/limits.ts'
import { limitsIn } from '../../../gate/limits/tables/limits.ts'
import { writeMail } from '../../../gate/mails/write-mail.ts'
import type { Session, SignInMethod } from '../../../gate/sessions/tables/sessions.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'
import { readDevice } from '../../../platform/kernel/device.ts'
import { outboxIn } from '../../../platform/mail/tables/outbox.ts'

const MOST_A_DAY = 5

/** Notes a session in a browser that the account did not know, and tells the owner of it, in the transaction that issues it. */
export async function noteNewDevice(tx: Transaction, account: Account, session: Session, way: SignInMethod): Promise<void> {
  const { deps, client } = tx
  const { id } = account
  await tx.record('device.new', { actorId: id, targetUserId: id, sessionId: session.id })
  const { browser = '', system = '' } = readDevice(client.userAgent)
  if (!deps.config.lifecycle.newDeviceNotices || !(await mayTell(tx, id, `${browser} ${system}`))) return
  const link = await reportLink(tx, account, session.createdAt)
  const mail = writeMail(tx, 'new-device', account, {
    when: session.createdAt,
    place: { ip: client.ip, browser, system: browser && system },
    way: way.method,
    provider: way.provider === undefined ? '' : labelsOf(deps, [way.provider]).join(''),
    link,
    expiresIn: deps.config.lifecycle.deviceReportTtl,
  })
  await outboxIn(tx).add(mail)
}

/** One mail for each description, and a few in all: an owner with many browsers is not to stop reading them. */
async function mayTell(tx: Transaction, accountId: string, description: string): Promise<boolean> {
  const { deps } = tx
  const now = deps.clock.now()
  const window = { by: 1, expiresAt: now + DAY_MS }
  const alike = await limitsIn(tx).count(bucketOf(deps, 'device-description', accountId, description), window, now)
  if (alike.count > 1) return false
  return (await limitsIn(tx).count(bucketOf(deps, 'device-mail', accountId), window, now)).count <= MOST_A_DAY
}
