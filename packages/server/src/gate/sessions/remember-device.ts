import type { SessionCookies } from '../../platform/kernel/cookies.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { Transaction } from '../transaction.ts'
import { DEVICE_MS, deviceOf, deviceToken, hashOfDevice, newDevice } from './device-token.ts'
import { devicesIn } from './tables/devices.ts'

interface Remembered {
  readonly cookie: SessionCookies['device']
  /** Whether the account had never been signed in to there, as far as it knows; undefined where it is not to know. */
  readonly isNew: boolean | undefined
}

/**
 * Notes in the transaction of a sign-in that this browser is one in which the account was signed in to, and gives it the
 * cookie by which it is known again. A genuine one is kept, for all accounts that know it. Nothing is noted, and no browser
 * gets a cookie, where nothing makes a difference between known browsers and others: the limits do, notices and the owner's trust.
 */
export async function rememberDevice(tx: Transaction, accountId: string, isToBeTrusted: boolean): Promise<Remembered> {
  const { deps, client } = tx
  const { config, keys, clock } = deps
  const known = deviceOf(keys.devices, client.device)
  const { trustedTtl } = config.twoFactor
  const isTrusted = isToBeTrusted && trustedTtl > 0
  const isOfUse = config.limits.enabled || config.lifecycle.newDeviceNotices || isTrusted
  if (!isOfUse && known === undefined) return { cookie: undefined, isNew: undefined }
  const now = clock.now()
  const device = known ?? newDevice()
  const hash = hashOfDevice(device, accountId)
  const isNew = await devicesIn(tx).see({ id: newId(now), accountId, hash, userAgent: client.userAgent }, now)
  if (isTrusted) {
    await devicesIn(tx).trust(accountId, hash, now + trustedTtl, now)
    await tx.record('device.trusted', { actorId: accountId, targetUserId: accountId })
  }
  return { cookie: { token: deviceToken(keys.devices, device), expiresAt: now + DEVICE_MS }, isNew }
}

/** After a change of credentials: the browser in which it was made is known under the new ones. */
export async function keepDevice(tx: Transaction, accountId: string): Promise<void> {
  const { deps, client } = tx
  const device = deviceOf(deps.keys.devices, client.device)
  if (device !== undefined) await devicesIn(tx).keep(accountId, hashOfDevice(device, accountId))
}
