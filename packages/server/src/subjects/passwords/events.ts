import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const passwordsEvents = {
  'password.reset.requested': { activity: true },
  'password.reset.completed': { activity: true },
  'password.changed': { activity: true },
  'password.set': { activity: true },
} as const satisfies EventRows

type PasswordsEvents = typeof passwordsEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends PasswordsEvents {}
}
