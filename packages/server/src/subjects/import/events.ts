import type { EventRows } from '../../gate/audit/events.ts'

export const importEvents = {
  'admin.users.imported': { about: 'administration', activity: false, by: 'administrator' },
} as const satisfies EventRows

type ImportEvents = typeof importEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends ImportEvents {}
}
