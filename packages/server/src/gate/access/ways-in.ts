import type { Connection } from '../../platform/store/table.ts'
import { relyingPartyOf } from '../../subjects/passkeys/steps/relying-party.ts'
import { passkeysIn } from '../../subjects/passkeys/tables/passkeys.ts'
import { identitiesIn } from '../../subjects/providers/tables/identities.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Deps } from '../deps.ts'

/** What opens an account. */
export interface SignInMethods {
  readonly hasPassword: boolean
  /** Linked providers, by name. */
  readonly providers: readonly string[]
  /** How many open it by themselves. */
  readonly passkeys: number
}

/** Whether an account that would lose one of them, or was about to be the last of its kind, can still be opened is asked here alone. */
export async function waysIn(tables: Connection, deps: Deps, { id, passwordHash }: Account): Promise<SignInMethods> {
  const { providers } = deps
  const rpId = openingRpId(deps)
  const linked = (await identitiesIn(tables).listOf(id)).map(({ provider }) => provider)
  return {
    hasPassword: passwordHash !== undefined,
    // One that is no longer configured opens nothing.
    providers: linked.filter((name) => providers.has(name)),
    passkeys: rpId === undefined ? 0 : await passkeysIn(tables).countOf(id, rpId),
  }
}

/** The domain whose passkeys are a way in, here and now. Others are none. */
export const openingRpId = ({ config }: Pick<Deps, 'config'>): string | undefined =>
  config.passkeys.enabled ? relyingPartyOf(config)?.id : undefined

export const opensByPasskey = (deps: Pick<Deps, 'config'>): boolean => openingRpId(deps) !== undefined

export const canBeOpened = ({ hasPassword, providers, passkeys }: SignInMethods): boolean =>
  hasPassword || providers.length > 0 || passkeys > 0

/** Providers by the names that people know them by. */
export const labelsOf = ({ providers }: Deps, names: readonly string[]): readonly string[] =>
  names.map((name) => providers.get(name)?.label ?? name)
