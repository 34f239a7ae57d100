import type { AccountPart } from '../../../gate/account-file/account-part.ts'
import { carriedRecord } from '../../../gate/account-file/carried-record.ts'
import { carriedRowsIn } from '../../../gate/account-file/tables/carried-rows.ts'
import { isOriginOfItself } from '../source-id.ts'
import { ACCOUNT_ORIGINS } from '../tables/account-origins.ts'

export const originInFile: AccountPart = {
  tables: [ACCOUNT_ORIGINS],
  async read({ tables }, accountIds) {
    const rows = await carriedRowsIn(tables).ofAccounts(ACCOUNT_ORIGINS, accountIds, ({ accountId }) => accountId)
    const members = [...rows].flatMap(([id, [origin]]) =>
      origin && !isOriginOfItself(origin) ? [[id, { origin: carriedRecord(origin) }] as const] : [],
    )
    return new Map(members)
  },
}
