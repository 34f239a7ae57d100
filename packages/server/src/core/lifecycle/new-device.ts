import { addressHash } from '../../kernel/address-hash.ts'
import { DAY_MS } from '../../kernel/clock.ts'
import { readDevice } from '../../kernel/device.ts'
import { newId } from '../../kernel/ids.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { newToken } from '../../kernel/tokens.ts'
import type { Connection } from '../../store/table.ts'
import type { Account } from '../../store/tables/accounts.ts'
import { deviceReportsIn } from '../../store/tables/device-reports.ts'
import { limitsIn } from '../../store/tables/limits.ts'
import { outboxIn } from '../../store/tables/outbox.ts'
import type { Session, SignInMethod } from '../../store/tables/sessions.ts'
import { labelsOf } from '../access/ways-in.ts'
import { record } from '../audit/audit.ts'
import type { Context } from '../deps.ts'
import { bucketOf } from '../limits/limits.ts'
import { writeMail } from '../mails/write-mail.ts'
import { hashOfReport } from './change-code.ts'

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

/** Where the owner says that it was not them. What was enrolled since then goes with it. */
export async function reportLink(tx: Connection, { deps }: Context, account: Account, since: number): Promise<string> {
  const { config, keys, clock } = deps
  const now = clock.now()
  const token = newToken()
  await deviceReportsIn(tx).add({
    ...{ id: newId(now), hash: hashOfReport(token), accountId: account.id, since, createdAt: now },
    emailHash: addressHash(keys, account.email),
    expiresAt: now + config.lifecycle.deviceReportTtl,
  })
  return `${config.server.publicUrl}${pagePaths.notMe}#code=${token}`
}
