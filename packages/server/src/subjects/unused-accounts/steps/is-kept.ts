import type { Account } from '../../../gate/accounts/tables/accounts.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { unusedAccountsIn } from '../tables/unused-accounts.ts'

/** Asked of an account whose row is locked, before it is told or removed. */
export const isKept = async (tables: Connection, { id }: Account): Promise<boolean> =>
  !(await unusedAccountsIn(tables).isRemovable(id))
