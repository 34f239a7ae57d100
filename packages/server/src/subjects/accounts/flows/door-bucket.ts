import type { Caller, Context } from '../../../gate/deps.ts'
import { bucketOf } from '../../../gate/limits/limits.ts'
import { addressBucket } from '../../../gate/passwords/guard-password.ts'
import { deviceOf, hashOfDevice } from '../../../gate/sessions/device-token.ts'
import { devicesIn } from '../../../gate/sessions/tables/devices.ts'

/** The account that a browser is looked up for where none has the address: the look costs the same, and finds nothing. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Where a password counts that is tried at a door: for this browser, when the account was signed in to in it before, else for
 * the address. So strangers, who share the attempts of the address, cannot use up the owner's. A stranger gets no such browser
 * without the credentials that they would be guessing at. One who knew older ones may have left many behind, so those that
 * have not seen the present ones share a count. A change of the password begins a new one.
 */
export async function doorBucket(
  { deps, client }: Context,
  email: string,
  account: Caller['account'] | undefined,
): Promise<string> {
  const { keys, store } = deps
  const device = deviceOf(keys.devices, client.device)
  if (device === undefined) return addressBucket(deps, email)
  const { id, credentialVersion } = account ?? { id: NOBODY, credentialVersion: 0 }
  const hash = hashOfDevice(device, id)
  const seen = await devicesIn(store).versionSeen(id, hash)
  if (seen === undefined) return addressBucket(deps, email)
  return seen === credentialVersion
    ? bucketOf(deps, 'password-device', hash, String(credentialVersion))
    : bucketOf(deps, 'password-devices', id, String(credentialVersion))
}
