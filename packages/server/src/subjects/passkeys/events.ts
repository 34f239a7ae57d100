import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const passkeysEvents = {
  '2fa.passkey.verified': { about: 'signIn', activity: false, begins: 'session' },
  'passkey.added': { about: 'factors', activity: true },
  'passkey.renamed': { about: 'factors', activity: true },
  'passkey.removed': { about: 'factors', activity: true },
  'passkey.login': { about: 'signIn', activity: true, counts: 'sign-in', begins: 'session' },
  'passkey.failed': { about: 'signIn', activity: true },
  'passkey.counter': { about: 'signIn', activity: true },
} as const satisfies EventRows

type PasskeysEvents = typeof passkeysEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends PasskeysEvents {}
}
