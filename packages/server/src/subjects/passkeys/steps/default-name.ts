import { readDevice } from '../../../platform/kernel/device.ts'
import { providerOf } from './passkey-providers.ts'

/** The name is in no language, because it is kept whatever language the owner chooses. */
export function defaultName(aaguid: string, userAgent: string): string {
  const { browser, system } = readDevice(userAgent)
  return providerOf(aaguid) ?? ([browser, system].filter((part) => part !== undefined).join(', ') || 'Passkey')
}
