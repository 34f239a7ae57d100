import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const keysEvents = {
  'admin.key.created': { about: 'administration', activity: false },
  'admin.key.revoked': { about: 'administration', activity: false },
} as const satisfies EventRows

type KeysEvents = typeof keysEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends KeysEvents {}
}
