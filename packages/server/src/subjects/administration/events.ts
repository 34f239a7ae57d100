import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const administrationEvents = {
  'admin.user.created': { activity: true, by: 'administrator' },
  'admin.user.renamed': { activity: true, by: 'administrator' },
  'admin.user.email_changed': { activity: true, by: 'administrator' },
  'admin.user.verified': { activity: true, by: 'administrator' },
  'admin.user.reset_sent': { activity: true, by: 'administrator' },
  'admin.user.role_changed': { activity: true, by: 'administrator' },
  'admin.user.factors_reset': { activity: true, by: 'administrator' },
  'admin.user.banned': { activity: true, by: 'administrator' },
  'admin.user.unbanned': { activity: true, by: 'administrator' },
  'admin.user.deleted': { activity: false, by: 'administrator' },
  'admin.user.sessions_revoked': { activity: true, by: 'administrator' },
} as const satisfies EventRows

type AdministrationEvents = typeof administrationEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends AdministrationEvents {}
}
