import { addressHash } from '../../platform/kernel/address-hash.ts'
import { newId } from '../../platform/kernel/ids.ts'
import { hashToken, newToken } from '../../platform/kernel/tokens.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import { pagePaths } from '../page-paths.ts'
import type { Transaction } from '../transaction.ts'
import { deviceReportsIn } from './tables/device-reports.ts'

export const hashOfReport = (typed: string): string => hashToken(`device-report:${typed.trim()}`)

/** Where the owner says that it was not them. What was enrolled since then goes with it. */
export async function reportLink(tx: Transaction, account: Account, since: number): Promise<string> {
  const { deps } = tx
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
