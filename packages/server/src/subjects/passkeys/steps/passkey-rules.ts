import type { Deps } from '../../../gate/deps.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { passkeysIn } from '../tables/passkeys.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'

export const PASSKEY_NAME_LENGTH = 60

export const hasMaxPasskeys = async (tables: Connection, { config }: Pick<Deps, 'config'>, accountId: string): Promise<boolean> =>
  (await passkeysIn(tables).countOf(accountId)) >= config.passkeys.max

export function requirePasskeys({ config }: Pick<Deps, 'config'>): RelyingParty {
  if (!config.passkeys.enabled) throw new Failure('method_disabled')
  return requireRelyingParty({ config })
}

/** Where passkeys are switched off, accounts that have one still use it as a second factor. */
export function requireRelyingParty({ config }: Pick<Deps, 'config'>): RelyingParty {
  const rp = relyingPartyOf(config)
  if (!rp) throw new Failure('method_disabled')
  return rp
}
