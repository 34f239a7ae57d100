import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import type { Connection } from '../../../platform/store/table.ts'

/** The account behind an id from a path; anything that is no id names no account. */
export const findUser = async (connection: Connection, id: string) => (isId(id) ? accountsIn(connection).find(id) : undefined)
