import type { Tables } from '../../store/store.ts'
import type { Account } from '../../store/tables/accounts.ts'
import type { Deps } from '../deps.ts'

/** What opens an account. */
export interface WaysIn {
  readonly hasPassword: boolean
  /** Linked providers, by name. */
  readonly providers: readonly string[]
}

/** Whether an account that would lose one of them, or was about to be the last of its kind, can still be opened is asked here alone. */
export async function waysIn(tables: Tables, { providers }: Deps, { id, passwordHash }: Account): Promise<WaysIn> {
  const linked = (await tables.identities.listOf(id)).map(({ provider }) => provider)
  // One that is no longer configured opens nothing.
  return { hasPassword: passwordHash !== undefined, providers: linked.filter((name) => providers.has(name)) }
}

export const canBeOpened = ({ hasPassword, providers }: WaysIn): boolean => hasPassword || providers.length > 0

/** Providers by the names that people know them by. */
export const labelsOf = ({ providers }: Deps, names: readonly string[]): readonly string[] =>
  names.map((name) => providers.get(name)?.label ?? name)
