import { readDevice } from '../../kernel/device.ts'
import type { View } from '../view.ts'

/** A user agent in words that people use; one that we do not know is shown as it came. */
export function DeviceName({ view: { t }, userAgent }: { readonly view: View; readonly userAgent: string }) {
  const device = readDevice(userAgent)
  if (device)
    return <bdi>{device.system === undefined ? device.browser : t.account.sessions.on(device.browser, device.system)}</bdi>
  return userAgent === '' ? <span>{t.account.sessions.unknown}</span> : <bdi class="raw">{userAgent}</bdi>
}
