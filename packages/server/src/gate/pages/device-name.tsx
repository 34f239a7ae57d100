import { readDevice } from '../../platform/kernel/device.ts'
import { Icon } from '../../platform/pages/components/icon.tsx'
import type { View } from './view.ts'

export const DeviceName = ({ view, userAgent }: { readonly view: View; readonly userAgent: string }) => (
  <DeviceWords view={view} {...readDevice(userAgent)} />
)

export function DeviceWords({ view: { t }, browser, system }: ReturnType<typeof readDevice> & { readonly view: View }) {
  const words = t.account.sessions
  if (browser === undefined) return <>{system === undefined ? words.unknown : words.unknownOn(system)}</>
  return <>{system === undefined ? browser : words.on(browser, system)}</>
}

const PHONES: ReadonlySet<string | undefined> = new Set(['iPhone', 'iPad', 'Android'])

/** A client without a known browser and system is a program. */
export function DeviceIcon({ userAgent }: { readonly userAgent: string }) {
  const { browser, system } = readDevice(userAgent)
  if (browser === undefined && system === undefined) return <Icon name="terminal" />
  return <Icon name={PHONES.has(system) ? 'phone' : 'screen'} />
}
