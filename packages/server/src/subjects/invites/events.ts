import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const invitesEvents = {
  'invite.created': { activity: false },
  'invite.resent': { activity: false },
  'invite.revoked': { activity: false },
  'invite.accepted': { activity: false, begins: 'session' },
} as const satisfies EventRows

type InvitesEvents = typeof invitesEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends InvitesEvents {}
}
