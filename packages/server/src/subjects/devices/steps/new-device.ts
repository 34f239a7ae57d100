import { reportLink } from '../../../gate/access/report-link.ts'
import { labelsOf } from '../../../gate/access/ways-in.ts'
import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import { record } from '../../../gate/audit/audit.ts'
import type { Context } from '../../../gate/deps.ts'
import { bucketOf } from '../../../gate/limits/limits.ts'
import { limitsIn } from '../../../gate/limits/tables/limits.ts'
import { writeMail } from '../../../gate/mails/write-mail.ts'
import type { Session, SignInMethod } from '../../../gate/sessions/tables/sessions.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'
import { readDevice } from '../../../platform/kernel/device.ts'
import { outboxIn } from '../../../platform/mail/tables/outbox.ts'
import type { Connection } from '../../../platform/store/table.ts'

const MOST_A_DAY = 5

/** Notes a session in a browser that the account did not know, and tells the owner of it, in the transaction that issues it. */
export async function noteNewDevice(
  tx: Connection,
  context: Context,
  account: Account,
  session: Session,
  way: SignInMethod,
): Promise<void> {
  const { deps, client } = context
  const { id } = account
  await record(tx, context, 'device.new', { actorId: id, targetUserId: id, sessionId: session.id })
  const { browser = '', system = '' } = readDevice(client.userAgent)
  if (!deps.config.lifecycle.newDeviceNotices || !(await mayTell(tx, context, id, `${browser} ${system}`))) return
  const link = await reportLink(tx, context, account, session.createdAt)
  const mail = writeMail(context, 'new-device', account, {
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
async function mayTell(tx: Connection, { deps }: Context, accountId: string, description: string): Promise<boolean> {
  const now = deps.clock.now()
  const window = { by: 1, expiresAt: now + DAY_MS }
  const alike = await limitsIn(tx).count(bucketOf(deps, 'device-description', accountId, description), window, now)
  if (alike.count > 1) return false
  return (await limitsIn(tx).count(bucketOf(deps, 'device-mail', accountId), window, now)).count <= MOST_A_DAY
}
