import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const passkeysEvents = {
  '2fa.passkey.verified': { activity: false, begins: 'session' },
  'passkey.added': { activity: true },
  'passkey.renamed': { activity: true },
  'passkey.removed': { activity: true },
  'passkey.login': { activity: true, counts: 'sign-in', begins: 'session' },
  'passkey.failed': { activity: true },
  'passkey.counter': { activity: true },
} as const satisfies EventRows

type PasskeysEvents = typeof passkeysEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends PasskeysEvents {}
}
