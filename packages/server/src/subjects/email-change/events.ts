import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const emailChangeEvents = {
  'email.change.requested': { activity: true },
  'email.change.confirmed': { activity: true },
  'email.change.cancelled': { activity: true },
  'email.changed': { activity: true },
  'email.change.reverted': { activity: true },
} as const satisfies EventRows

type EmailChangeEvents = typeof emailChangeEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends EmailChangeEvents {}
}
