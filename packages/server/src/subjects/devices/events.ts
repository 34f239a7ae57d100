import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const devicesEvents = {
  'device.trusted': { activity: true },
  'device.revoked': { activity: true },
  'device.new': { activity: true },
  'device.reported': { activity: true },
} as const satisfies EventRows

type DevicesEvents = typeof devicesEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends DevicesEvents {}
}
