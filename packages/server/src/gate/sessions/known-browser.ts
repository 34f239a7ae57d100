import type { Account } from '../accounts/tables/accounts.ts'
import type { Context } from '../deps.ts'
import { devicesIn } from './tables/devices.ts'
import { currentDevice } from './trusted-device.ts'

/** Stands for the account where none has an address, so that the query for its browsers is made in either case. */
export const NOBODY = { id: '00000000-0000-0000-0000-000000000000', credentialVersion: 0 }

/**
 * The account's hash of the calling browser, if the browser was signed in to the account under its current credentials. No stranger can
 * use up a limit that counts by this hash.
 */
export async function knownBrowser(
  context: Context,
  account: Pick<Account, 'id' | 'credentialVersion'> = NOBODY,
): Promise<string | undefined> {
  const hash = currentDevice(context, account.id)
  return hash !== undefined && (await devicesIn(context.deps.store).isCurrent(account, hash)) ? hash : undefined
}
