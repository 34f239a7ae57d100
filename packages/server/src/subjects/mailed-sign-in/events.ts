import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const mailedSignInEvents = {
  'login.code.requested': { about: 'signIn', activity: false },
} as const satisfies EventRows

type MailedSignInEvents = typeof mailedSignInEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends MailedSignInEvents {}
}
