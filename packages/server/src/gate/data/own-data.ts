import type { Config } from '../../platform/config/schema.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Value } from './field.ts'
import { readableBy } from './rights.ts'
import { filledValues } from './visible-values.ts'

type Filled = Readonly<Record<string, Value | null>>

/** A caller in the session cache stays the same object until something changes, so its values are made once. */
const made = new WeakMap<Account, Filled>()

/** What the owner sees. */
export function ownData({ data: { fields } }: Pick<Config, 'data'>, account: Account): Filled {
  const known = made.get(account)
  if (known) return known
  const filled = filledValues(readableBy(fields, 'owner'), account.data)
  made.set(account, filled)
  return filled
}
