import { Type } from 'typebox'
import type { TrustedDevice } from '../../../gate/sessions/tables/devices.ts'
import { Id, Timestamp } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { readDevice } from '../../../platform/kernel/device.ts'

export const DeviceView = Type.Object(
  {
    id: Id,
    browser: Type.Union([Type.String(), Type.Null()]),
    system: Type.Union([Type.String(), Type.Null()]),
    trustedAt: Timestamp,
    trustedUntil: Timestamp,
    lastSeenAt: Timestamp,
  },
  { title: 'TrustedDevice' },
)

export const deviceView = ({ id, userAgent, trustedAt, trustedUntil, lastSeenAt }: TrustedDevice) => {
  const { browser = null, system = null } = readDevice(userAgent)
  const times = { trustedAt: timestamp(trustedAt), trustedUntil: timestamp(trustedUntil), lastSeenAt: timestamp(lastSeenAt) }
  return { id, browser, system, ...times }
}
