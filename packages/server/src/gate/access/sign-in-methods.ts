import type { Connection } from '../../platform/store/table.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Deps } from '../deps.ts'
import { HOOKS, type Openings } from '../hooks.ts'

export type SignInMethods = Openings & { readonly hasPassword: boolean }

/** Every flow that removes a sign-in method, or could remove the last administrator, asks here what is left. */
export async function signInMethodsOf(tables: Connection, deps: Deps, account: Account): Promise<SignInMethods> {
  const methods: SignInMethods = { hasPassword: account.passwordHash !== undefined, providers: [], passkeys: 0 }
  for (const { openings } of HOOKS) Object.assign(methods, await openings?.(tables, deps, account))
  return methods
}

export const canBeOpened = ({ hasPassword, providers, passkeys }: SignInMethods): boolean =>
  hasPassword || providers.length > 0 || passkeys > 0

export const labelsOf = ({ providers }: Deps, names: readonly string[]): readonly string[] =>
  names.map((name) => providers.get(name)?.label ?? name)
