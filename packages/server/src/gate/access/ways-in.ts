import type { Connection } from '../../platform/store/table.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Deps } from '../deps.ts'
import { HOOKS, type Openings } from '../hooks.ts'

/** What opens an account. */
export interface SignInMethods extends Openings {
  readonly hasPassword: boolean
}

/** Whether an account that would lose one of them, or was about to be the last of its kind, can still be opened is asked here alone. */
export async function waysIn(tables: Connection, deps: Deps, account: Account): Promise<SignInMethods> {
  const found: SignInMethods = { hasPassword: account.passwordHash !== undefined, providers: [], passkeys: 0 }
  for (const { openings } of HOOKS) Object.assign(found, await openings?.(tables, deps, account))
  return found
}

export const canBeOpened = ({ hasPassword, providers, passkeys }: SignInMethods): boolean =>
  hasPassword || providers.length > 0 || passkeys > 0

/** Providers by the names that people know them by. */
export const labelsOf = ({ providers }: Deps, names: readonly string[]): readonly string[] =>
  names.map((name) => providers.get(name)?.label ?? name)
