import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const factorsEvents = {
  '2fa.enabled': { activity: true },
  '2fa.disabled': { activity: true },
  '2fa.totp.enabled': { activity: true },
  '2fa.totp.disabled': { activity: true },
  '2fa.recovery.created': { activity: true },
  '2fa.recovery.used': { activity: true },
} as const satisfies EventRows

type FactorsEvents = typeof factorsEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends FactorsEvents {}
}
