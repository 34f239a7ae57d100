import type { AccountPart } from '../../../gate/account-file/account-part.ts'
import { carriedRecord } from '../../../gate/account-file/carried-record.ts'
import { carriedRowsIn } from '../../../gate/account-file/tables/carried-rows.ts'
import { IDENTITIES } from '../tables/identities.ts'

export const identitiesInFile: AccountPart = {
  tables: [IDENTITIES],
  async read({ tables }, accountIds) {
    const rows = await carriedRowsIn(tables).ofAccounts(IDENTITIES, accountIds, ({ provider }) => provider)
    return new Map([...rows].map(([id, identities]) => [id, { identities: identities.map((one) => carriedRecord(one)) }]))
  },
}
