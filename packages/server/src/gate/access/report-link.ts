import { addressHash } from '../../platform/kernel/address-hash.ts'
import { newId } from '../../platform/kernel/ids.ts'
import { servedAddress } from '../../platform/kernel/own-path.ts'
import { hashToken, newToken } from '../../platform/kernel/tokens.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import { pagePaths } from '../page-paths.ts'
import type { Transaction } from '../transaction.ts'
import { deviceReportsIn } from './tables/device-reports.ts'

export const hashOfReport = (typed: string): string => hashToken(`device-report:${typed.trim()}`)

/** A link with which the owner says "this wasn't me"; it removes what was enrolled since that time. */
export async function reportLink(tx: Transaction, account: Account, since: number): Promise<string> {
  const { config, keys, clock } = tx.deps
  const now = clock.now()
  const token = newToken()
  await deviceReportsIn(tx).add({
    ...{ id: newId(now), hash: hashOfReport(token), accountId: account.id, since, createdAt: now },
    emailHash: addressHash(keys, account.email),
    expiresAt: now + config.lifecycle.deviceReportTtl,
  })
  return `${servedAddress(config.server, pagePaths.notMe)}#code=${token}`
}
