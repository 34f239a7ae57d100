import type { AccountPart } from '../../../gate/account-file/account-part.ts'
import { carriedRecord } from '../../../gate/account-file/carried-record.ts'
import { carriedRowsIn } from '../../../gate/account-file/tables/carried-rows.ts'
import { PASSKEYS } from '../tables/passkeys.ts'

export const passkeysInFile: AccountPart = {
  tables: [PASSKEYS],
  async read({ tables, withSeeds }, accountIds) {
    if (!withSeeds) return new Map()
    const rows = await carriedRowsIn(tables).ofAccounts(
      PASSKEYS,
      accountIds,
      ({ createdAt, id }) => `${timeKey(createdAt)} ${id}`,
    )
    return new Map([...rows].map(([id, passkeys]) => [id, { passkeys: passkeys.map((one) => carriedRecord(one)) }]))
  },
}

/** Sorts as text like the time. */
const timeKey = (at: number): string => String(at).padStart(16, '0')
