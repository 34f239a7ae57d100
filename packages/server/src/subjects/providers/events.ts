import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const providersEvents = {
  'oauth.login': { about: 'signIn', activity: true, counts: 'sign-in', begins: 'session' },
  'oauth.linked': { about: 'accounts', activity: true },
  'oauth.unlinked': { about: 'accounts', activity: true },
} as const satisfies EventRows

type ProvidersEvents = typeof providersEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends ProvidersEvents {}
}
