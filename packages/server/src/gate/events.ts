import type { EventRows } from './audit/events.ts'

// biome-ignore format: a table is read by its rows
export const gateEvents = {
  'user.registered': { about: 'accounts', activity: true, counts: 'sign-up', begins: 'session' },
  'login.success': { about: 'signIn', activity: true, counts: 'sign-in', begins: 'session' },
  'login.failed': { about: 'signIn', activity: true, counts: 'sign-in-failed' },
  logout: { about: 'signIn', activity: true },
  'email.verification.sent': { about: 'addresses', activity: false },
  'email.verified': { about: 'addresses', activity: true },
  '2fa.code.sent': { about: 'signIn', activity: false },
  '2fa.code.verified': { about: 'signIn', activity: false, begins: 'session' },
  '2fa.code.failed': { about: 'signIn', activity: true },
  'data.changed': { about: 'accounts', activity: false },
  'account.claimed': { about: 'accounts', activity: true },
  'step_up.success': { about: 'factors', activity: true },
  'step_up.failed': { about: 'factors', activity: true },
  'admin.login.success': { about: 'signIn', activity: true, counts: 'sign-in', begins: 'session' },
  'admin.login.failed': { about: 'signIn', activity: true, counts: 'sign-in-failed' },
  'session.created': { about: 'sessions', activity: false },
  'session.refreshed': { about: 'sessions', activity: false },
  'session.renamed': { about: 'sessions', activity: true },
  'session.revoked': { about: 'sessions', activity: true },
  'session.reuse_detected': { about: 'sessions', activity: true },
} as const satisfies EventRows

type GateEvents = typeof gateEvents
declare module './audit/events.ts' {
  interface Events extends GateEvents {}
}
