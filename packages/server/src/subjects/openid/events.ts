import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const openidEvents = {
  'oidc.key.rotated': { about: 'administration', activity: false },
} as const satisfies EventRows

type OpenidEvents = typeof openidEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends OpenidEvents {}
}
