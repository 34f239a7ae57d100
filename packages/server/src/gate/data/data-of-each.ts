import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Fields, Value } from './field.ts'
import { filledValues } from './visible-values.ts'

type Filled = Readonly<Record<string, Value | null>>

/** All values of each account. A pattern may take milliseconds with long values, so others get their turn in between. */
export async function dataOfEach(
  fields: Fields,
  accounts: readonly Pick<Account, 'id' | 'data'>[],
): Promise<ReadonlyMap<string, Filled>> {
  const found = new Map<string, Filled>()
  for (const { id, data } of accounts) {
    if (data !== undefined) await nextTurn()
    found.set(id, filledValues(fields, data))
  }
  return found
}
