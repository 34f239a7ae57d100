import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const devicesEvents = {
  'device.trusted': { about: 'sessions', activity: true },
  'device.revoked': { about: 'sessions', activity: true },
  'device.new': { about: 'sessions', activity: true },
  'device.reported': { about: 'sessions', activity: true },
} as const satisfies EventRows

type DevicesEvents = typeof devicesEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends DevicesEvents {}
}
