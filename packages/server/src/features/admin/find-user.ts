import { isId } from '../../kernel/ids.ts'
import type { Connection } from '../../store/table.ts'
import { accountsIn } from '../../store/tables/accounts.ts'

/** The account behind an id from a path; anything that is no id names no account. */
export const findUser = async (connection: Connection, id: string) => (isId(id) ? accountsIn(connection).find(id) : undefined)
