import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const organisationsEvents = {
  'org.created': { activity: false },
  'org.updated': { activity: false },
  'org.deleted': { activity: false },
  'org.member.added': { activity: false },
  'org.member.removed': { activity: false },
  'org.member.left': { activity: false },
  'org.member.role_changed': { activity: false },
  'org.owner.transferred': { activity: false },
  'org.invite.created': { activity: false },
  'org.invite.resent': { activity: false },
  'org.invite.revoked': { activity: false },
  'org.invite.accepted': { activity: false },
  'org.invite.declined': { activity: false },
  'admin.org.deleted': { activity: false },
  'admin.org.owner_set': { activity: false },
} as const satisfies EventRows

type OrganisationsEvents = typeof organisationsEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends OrganisationsEvents {}
}
