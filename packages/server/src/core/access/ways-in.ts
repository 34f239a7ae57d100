import type { Tables } from '../../store/store.ts'
import type { Account } from '../../store/tables/accounts.ts'
import type { Deps } from '../deps.ts'

/** What opens an account, for its owner to read. */
export interface WaysIn {
  readonly hasPassword: boolean
  /** By the names that people know them by. */
  readonly providers: readonly string[]
}

export async function waysIn(tables: Tables, deps: Deps, { id, passwordHash }: Account): Promise<WaysIn> {
  const linked = (await tables.identities.listOf(id)).map(({ provider }) => provider)
  // One that is no longer configured opens nothing.
  const providers = linked.filter((name) => deps.providers.has(name))
  return { hasPassword: passwordHash !== undefined, providers: providers.map((name) => labelOf(deps, name)) }
}

export const labelOf = ({ providers }: Deps, name: string): string => providers.get(name)?.label ?? name
