import { disableAccess, mailReset } from '../../../gate/access/disable-access.ts'
import { type DeviceReport, deviceReportsIn } from '../../../gate/access/tables/device-reports.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { record } from '../../../gate/audit/audit.ts'
import type { Context } from '../../../gate/deps.ts'
import { isAddressHash } from '../../../platform/kernel/address-hash.ts'
import type { Connection } from '../../../platform/store/table.ts'
import type { LinkRefusal } from '../../email-change/steps/revert-email.ts'

/** Whether a way back in is on its way as well. */
type Reported = 'reset-mailed' | 'disabled'

/** Why a link reports nothing. */
export function reportRefusal(report: DeviceReport | undefined, now: number): LinkRefusal | undefined {
  if (!report) return 'code_invalid'
  if (report.usedAt !== undefined) return 'code_already_used'
  return report.expiresAt <= now ? 'code_expired' : undefined
}

/**
 * "This wasn't me." It ends and disables, and lets no visitor in. The reset goes to the mailbox that the link came to: where a thief has
 * changed the address since, the owner has a link that takes that back.
 */
export async function reportDevice(tx: Connection, context: Context, hash: string): Promise<LinkRefusal | Reported> {
  const { clock, keys } = context.deps
  const now = clock.now()
  const found = await deviceReportsIn(tx).find(hash)
  const account = found && (await accountsIn(tx).lock(found.accountId, now))
  if (!account) return 'code_invalid'
  const report = await deviceReportsIn(tx).find(hash)
  const refusal = reportRefusal(report, now)
  if (refusal || !report) return refusal ?? 'code_invalid'
  await deviceReportsIn(tx).take(report.id, now)
  await disableAccess(tx, context, account, { reason: 'device_reported', since: report.since })
  await record(tx, context, 'device.reported', { actorId: account.id, targetUserId: account.id })
  const isMailed = account.bannedAt === undefined && isAddressHash(keys, account.email, report.emailHash)
  if (isMailed) await mailReset(tx, context, account)
  return isMailed ? 'reset-mailed' : 'disabled'
}
