import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const passwordsEvents = {
  'password.reset.requested': { about: 'passwords', activity: true, ofPasswords: true },
  'password.reset.completed': { about: 'passwords', activity: true, ofPasswords: true },
  'password.changed': { about: 'passwords', activity: true, ofPasswords: true },
  'password.expired': { about: 'passwords', activity: true, ofPasswords: true },
  'password.set': { about: 'passwords', activity: true, ofPasswords: true },
} as const satisfies EventRows

type PasswordsEvents = typeof passwordsEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends PasswordsEvents {}
}
