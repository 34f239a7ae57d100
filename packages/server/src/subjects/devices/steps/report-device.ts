import { disableAccess, mailReset } from '../../../gate/access/disable-access.ts'
import { hashOfReport } from '../../../gate/access/report-link.ts'
import { type DeviceReport, deviceReportsIn } from '../../../gate/access/tables/device-reports.ts'
import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { LinkRefusal } from '../../../gate/codes/by-mailed-link.ts'
import type { Deps } from '../../../gate/deps.ts'
import type { CodeLookup } from '../../../gate/pages/link-parts.tsx'
import type { Transaction } from '../../../gate/transaction.ts'
import { isAddressHash } from '../../../platform/kernel/address-hash.ts'

function reportRefusal(report: DeviceReport | undefined, now: number): LinkRefusal | undefined {
  if (!report) return 'code_invalid'
  if (report.usedAt !== undefined) return 'code_already_used'
  return report.expiresAt <= now ? 'code_expired' : undefined
}

/**
 * Ends every session and voids the password, and lets no visitor in. A reset is mailed only to the mailbox that got the report
 * link: where a thief has changed the address since, the owner has a link that takes that change back.
 */
export async function reportDevice(tx: Transaction, hash: string): Promise<LinkRefusal | 'reset-mailed' | 'disabled'> {
  const now = tx.deps.clock.now()
  const found = await deviceReportsIn(tx).find(hash)
  const account = found && (await accountsIn(tx).lock(found.accountId, now))
  if (!account) return 'code_invalid'
  const report = await deviceReportsIn(tx).find(hash)
  const refusal = reportRefusal(report, now)
  if (refusal || !report) return refusal ?? 'code_invalid'
  await deviceReportsIn(tx).take(report.id, now)
  await disableAccess(tx, account, { reason: 'device_reported', since: report.since })
  await tx.record('device.reported', { actorId: account.id, targetUserId: account.id })
  const isMailed = isAddressHash(tx.deps.keys, account.email, report.emailHash) && (await mailReset(tx, account))
  return isMailed ? 'reset-mailed' : 'disabled'
}

export interface ReportFacts extends Pick<Account, 'name'> {
  readonly accountId: string
  /** Undefined where the account has another address by now: the holder of the old mailbox must not learn the new one. */
  readonly email: string | undefined
}

export async function lookAtReport({ store, clock, keys }: Deps, typed: string): Promise<CodeLookup<ReportFacts>> {
  const report = await deviceReportsIn(store).find(hashOfReport(typed))
  const account = report && (await accountsIn(store).find(report.accountId))
  const refusal = reportRefusal(report, clock.now())
  if (refusal || !account) return { refusal: refusal ?? 'code_invalid' }
  const { id: accountId, name, email } = account
  return { facts: { accountId, name, email: isAddressHash(keys, email, report.emailHash) ? email : undefined } }
}
