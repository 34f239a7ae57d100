import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const auditEvents = {
  'audit.began': { about: 'administration', activity: false, by: 'administrator' },
  'audit.withdrawn': { about: 'administration', activity: false, by: 'administrator' },
  'audit.expired': { about: 'administration', activity: false, by: 'administrator' },
  'audit.erased': { about: 'administration', activity: false, by: 'administrator' },
  'service.restored': { about: 'administration', activity: false, by: 'administrator' },
  'service.secret_lost': { about: 'administration', activity: false, by: 'administrator' },
} as const satisfies EventRows

type AuditEvents = typeof auditEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends AuditEvents {}
}
