import type { SessionCookies } from '../../platform/kernel/cookies.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { Transaction } from '../transaction.ts'
import { DEVICE_MS, deviceOf, deviceToken, hashOfDevice, newDevice, renewed } from './device-token.ts'
import { devicesIn } from './tables/devices.ts'

interface Remembered {
  readonly cookie: SessionCookies['device']
  /** Whether the account had never been signed in to there; undefined where devices are not noted. */
  readonly isNew: boolean | undefined
}

interface Browser {
  readonly isToBeTrusted: boolean
  /** Whether it is known already that the account knows it. */
  readonly isKnownBrowser: boolean
}

/** A genuine cookie is kept, because other accounts may know it. Nothing is noted where nothing depends on known browsers. */
export async function rememberDevice(
  tx: Transaction,
  accountId: string,
  { isToBeTrusted, isKnownBrowser }: Browser,
): Promise<Remembered> {
  const { config, keys, clock } = tx.deps
  const known = renewed(keys.devices, tx.client.device)
  const { trustedTtl } = config.twoFactor
  const isTrusted = isToBeTrusted && trustedTtl > 0
  const isUsed = config.limits.enabled || config.lifecycle.newDeviceNotices || isTrusted
  if (!isUsed && known === undefined) return { cookie: undefined, isNew: undefined }
  const now = clock.now()
  const device = known?.device ?? newDevice()
  const token = known?.token ?? deviceToken(keys.devices, device)
  const hash = hashOfDevice(device, accountId)
  const sight = { id: newId(now), accountId, hash, userAgent: tx.client.userAgent }
  const isNew = isKnownBrowser ? await devicesIn(tx).seeAgain(sight, now) : await devicesIn(tx).see(sight, now)
  if (isTrusted) {
    await devicesIn(tx).trust(accountId, hash, now + trustedTtl, now)
    await tx.record('device.trusted', { actorId: accountId, targetUserId: accountId })
  }
  return { cookie: { token, expiresAt: now + DEVICE_MS }, isNew }
}

/** The browser in which the credentials were changed stays known under the new ones. */
export async function keepDevice(tx: Transaction, accountId: string): Promise<void> {
  const device = deviceOf(tx.deps.keys.devices, tx.client.device)
  if (device !== undefined) await devicesIn(tx).keep(accountId, hashOfDevice(device, accountId))
}
