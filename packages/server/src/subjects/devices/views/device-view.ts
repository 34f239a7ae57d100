import { Type } from 'typebox'
import type { TrustedDevice } from '../../../gate/sessions/tables/devices.ts'
import { idField, textOrNull, timeField } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { readDevice } from '../../../platform/kernel/device.ts'

export const DeviceView = Type.Object(
  {
    id: idField('The browser.'),
    browser: textOrNull('Its name, where that is known.'),
    system: textOrNull('Its operating system, where that is known.'),
    trustedAt: timeField('When its owner said so.'),
    trustedUntil: timeField('Until when it is asked for no second factor.'),
    lastSeenAt: timeField('When the account was last signed in to there.'),
  },
  { title: 'TrustedDevice', description: 'A browser that its owner trusts.' },
)

export const deviceView = ({ id, userAgent, trustedAt, trustedUntil, lastSeenAt }: TrustedDevice) => {
  const { browser = null, system = null } = readDevice(userAgent)
  const times = { trustedAt: timestamp(trustedAt), trustedUntil: timestamp(trustedUntil), lastSeenAt: timestamp(lastSeenAt) }
  return { id, browser, system, ...times }
}
