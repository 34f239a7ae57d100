import type { AccountPart } from '../../../gate/account-file/account-part.ts'
import { carriedRecord } from '../../../gate/account-file/carried-record.ts'
import { carriedRowsIn } from '../../../gate/account-file/tables/carried-rows.ts'
import { openSeed } from '../../../platform/kernel/data-key.ts'
import { base32 } from '../base32.ts'
import { TOTP_SEEDS } from '../tables/totp-seeds.ts'

/** The seed is opened: under the key of another service it could not be. */
export const factorsInFile: AccountPart = {
  tables: [TOTP_SEEDS],
  async read({ tables, withSeeds, dataKey }, accountIds) {
    if (!withSeeds) return new Map()
    const rows = await carriedRowsIn(tables).ofAccounts(TOTP_SEEDS, accountIds, ({ accountId }) => accountId)
    if (rows.size === 0) return new Map()
    const key = await dataKey()
    const members = [...rows].map(([id, [seed]]) => {
      const secret = seed && base32(openSeed(key, id, seed.sealed))
      return [id, { totp: { secret, ...carriedRecord(seed ?? {}, 'sealed') } }] as const
    })
    return new Map(members)
  },
}
