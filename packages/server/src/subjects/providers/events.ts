import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const providersEvents = {
  'oauth.login': { activity: true, counts: 'sign-in', begins: 'session' },
  'oauth.linked': { activity: true },
  'oauth.unlinked': { activity: true },
} as const satisfies EventRows

type ProvidersEvents = typeof providersEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends ProvidersEvents {}
}
