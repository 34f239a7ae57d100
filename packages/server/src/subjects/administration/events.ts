import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const administrationEvents = {
  'admin.user.created': { about: 'administration', activity: true, by: 'administrator' },
  'admin.user.renamed': { about: 'administration', activity: true, by: 'administrator' },
  'admin.user.email_changed': { about: 'administration', activity: true, by: 'administrator' },
  'admin.user.verified': { about: 'administration', activity: true, by: 'administrator' },
  'admin.user.reset_sent': { about: 'administration', activity: true, ofPasswords: true, by: 'administrator' },
  'admin.user.role_changed': { about: 'administration', activity: true, by: 'administrator' },
  'admin.user.scopes_changed': { about: 'administration', activity: true, by: 'administrator' },
  'admin.user.factors_reset': { about: 'administration', activity: true, by: 'administrator' },
  'admin.user.banned': { about: 'administration', activity: true, by: 'administrator' },
  'admin.user.unbanned': { about: 'administration', activity: true, by: 'administrator' },
  'admin.user.deleted': { about: 'administration', activity: false, by: 'administrator' },
  'admin.user.sessions_revoked': { about: 'administration', activity: true, by: 'administrator' },
} as const satisfies EventRows

type AdministrationEvents = typeof administrationEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends AdministrationEvents {}
}
