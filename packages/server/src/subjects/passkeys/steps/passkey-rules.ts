import type { Deps } from '../../../gate/deps.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { passkeysIn } from '../tables/passkeys.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'

export const PASSKEY_NAME_LENGTH = 60

/** Whether an account has as many as it may. */
export const isFull = async (tables: Connection, { config }: Pick<Deps, 'config'>, accountId: string): Promise<boolean> =>
  (await passkeysIn(tables).countOf(accountId)) >= config.passkeys.max

/** For what wants passkeys to be switched on, and an address at which there can be any. */
export function requirePasskeys({ config }: Pick<Deps, 'config'>): RelyingParty {
  if (!config.passkeys.enabled) throw new Failure('method_disabled')
  return requireRelyingParty({ config })
}

/** For what an account that has a passkey can still be asked for, also where no new ones are made. */
export function requireRelyingParty({ config }: Pick<Deps, 'config'>): RelyingParty {
  const rp = relyingPartyOf(config)
  if (!rp) throw new Failure('method_disabled')
  return rp
}
