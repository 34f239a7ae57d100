import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const invitesEvents = {
  'invite.created': { about: 'invites', activity: false },
  'invite.resent': { about: 'invites', activity: false },
  'invite.revoked': { about: 'invites', activity: false },
  'invite.accepted': { about: 'invites', activity: false, begins: 'session' },
} as const satisfies EventRows

type InvitesEvents = typeof invitesEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends InvitesEvents {}
}
