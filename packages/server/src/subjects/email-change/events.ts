import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const emailChangeEvents = {
  'email.change.requested': { about: 'addresses', activity: true },
  'email.change.confirmed': { about: 'addresses', activity: true },
  'email.change.cancelled': { about: 'addresses', activity: true },
  'email.changed': { about: 'addresses', activity: true },
  'email.change.reverted': { about: 'addresses', activity: true },
} as const satisfies EventRows

type EmailChangeEvents = typeof emailChangeEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends EmailChangeEvents {}
}
