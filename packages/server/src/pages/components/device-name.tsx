import { readDevice } from '../../kernel/device.ts'
import type { View } from '../view.ts'
import { Icon } from './icon.tsx'

/** A user agent in words that people use. */
export function DeviceName({ view: { t }, userAgent }: { readonly view: View; readonly userAgent: string }) {
  const words = t.account.sessions
  const { browser, system } = readDevice(userAgent)
  if (browser === undefined) return <>{system === undefined ? words.unknown : words.unknownOn(system)}</>
  return <>{system === undefined ? browser : words.on(browser, system)}</>
}

const PHONES: ReadonlySet<string | undefined> = new Set(['iPhone', 'iPad', 'Android'])

/** What it looks like; a program has no window. */
export function DeviceIcon({ userAgent }: { readonly userAgent: string }) {
  const { browser, system } = readDevice(userAgent)
  if (browser === undefined && system === undefined) return <Icon name="terminal" />
  return <Icon name={PHONES.has(system) ? 'phone' : 'screen'} />
}
