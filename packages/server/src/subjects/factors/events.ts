import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const factorsEvents = {
  '2fa.enabled': { about: 'factors', activity: true },
  '2fa.disabled': { about: 'factors', activity: true },
  '2fa.totp.enabled': { about: 'factors', activity: true },
  '2fa.totp.disabled': { about: 'factors', activity: true },
  '2fa.recovery.created': { about: 'factors', activity: true },
  '2fa.recovery.used': { about: 'factors', activity: true },
} as const satisfies EventRows

type FactorsEvents = typeof factorsEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends FactorsEvents {}
}
