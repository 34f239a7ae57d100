import { isId } from '../kernel/ids.ts'
import type { Tables } from '../store/store.ts'
import type { Account } from '../store/tables/accounts.ts'

/** The account behind an id from a path; anything that is no id names nobody. */
export const findUser = async (tables: Tables, id: string): Promise<Account | undefined> =>
  isId(id) ? tables.accounts.find(id) : undefined
