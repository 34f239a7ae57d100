import { readDevice } from '../../../platform/kernel/device.ts'
import { providerOf } from './passkey-providers.ts'

/** What a passkey is called until its owner gives it another name: in no language, since it is kept. */
export function defaultName(aaguid: string, userAgent: string): string {
  const { browser, system } = readDevice(userAgent)
  return providerOf(aaguid) ?? ([browser, system].filter((part) => part !== undefined).join(', ') || 'Passkey')
}
