import type { Account } from '../accounts/tables/accounts.ts'
import type { Context } from '../deps.ts'
import type { Transaction } from '../transaction.ts'
import { deviceOf, hashOfDevice } from './device-token.ts'
import { devicesIn } from './tables/devices.ts'

/** The account's hash of the calling browser; undefined for a browser without our cookie. */
export function currentDevice({ deps, client }: Context, accountId: string): string | undefined {
  const device = deviceOf(deps.keys.devices, client.device)
  return device === undefined ? undefined : hashOfDevice(device, accountId)
}

export async function isTrusted(tx: Transaction, account: Pick<Account, 'id' | 'credentialVersion'>): Promise<boolean> {
  const { config, clock } = tx.deps
  const hash = currentDevice(tx, account.id)
  if (hash === undefined || config.twoFactor.trustedTtl === 0) return false
  return (await devicesIn(tx).findTrusted(account, hash, clock.now())) !== undefined
}
