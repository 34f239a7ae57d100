import type { EventRows } from './audit/events.ts'

// biome-ignore format: a table is read by its rows
export const gateEvents = {
  'user.registered': { activity: true, counts: 'sign-up', begins: 'session' },
  'login.success': { activity: true, counts: 'sign-in', begins: 'session' },
  'login.failed': { activity: true, counts: 'sign-in-failed' },
  logout: { activity: true },
  'email.verification.sent': { activity: false },
  'email.verified': { activity: true },
  '2fa.code.sent': { activity: false },
  '2fa.code.verified': { activity: false, begins: 'session' },
  '2fa.code.failed': { activity: true },
  'account.claimed': { activity: true },
  'step_up.success': { activity: true },
  'step_up.failed': { activity: true },
  'admin.login.success': { activity: true, counts: 'sign-in', begins: 'session' },
  'admin.login.failed': { activity: true, counts: 'sign-in-failed' },
  'session.created': { activity: false },
  'session.refreshed': { activity: false },
  'session.renamed': { activity: true },
  'session.revoked': { activity: true },
  'session.reuse_detected': { activity: true },
} as const satisfies EventRows

type GateEvents = typeof gateEvents
declare module './audit/events.ts' {
  interface Events extends GateEvents {}
}
