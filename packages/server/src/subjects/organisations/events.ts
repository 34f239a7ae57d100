import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const organisationsEvents = {
  'org.created': { about: 'organisations', activity: false },
  'org.updated': { about: 'organisations', activity: false },
  'org.deleted': { about: 'organisations', activity: false },
  'org.member.added': { about: 'organisations', activity: false },
  'org.member.removed': { about: 'organisations', activity: false },
  'org.member.left': { about: 'organisations', activity: false },
  'org.member.role_changed': { about: 'organisations', activity: false },
  'org.owner.transferred': { about: 'organisations', activity: false },
  'org.invite.created': { about: 'organisations', activity: false },
  'org.invite.resent': { about: 'organisations', activity: false },
  'org.invite.revoked': { about: 'organisations', activity: false },
  'org.invite.accepted': { about: 'organisations', activity: false },
  'org.invite.declined': { about: 'organisations', activity: false },
  'admin.org.deleted': { about: 'organisations', activity: false },
  'admin.org.owner_set': { about: 'organisations', activity: false },
} as const satisfies EventRows

type OrganisationsEvents = typeof organisationsEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends OrganisationsEvents {}
}
