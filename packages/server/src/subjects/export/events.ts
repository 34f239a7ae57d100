import type { EventRows } from '../../gate/audit/events.ts'

export const exportEvents = {
  'admin.users.exported': { about: 'administration', activity: false, by: 'administrator' },
} as const satisfies EventRows

type ExportEvents = typeof exportEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends ExportEvents {}
}
