import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const openidEvents = {
  'oidc.key.rotated': { about: 'administration', activity: false },
  'admin.client.created': { about: 'administration', activity: false },
  'admin.client.changed': { about: 'administration', activity: false },
  'admin.client.disabled': { about: 'administration', activity: false },
  'admin.client.enabled': { about: 'administration', activity: false },
  'admin.client.deleted': { about: 'administration', activity: false },
  'admin.client.secret.created': { about: 'administration', activity: false },
  'admin.client.secret.ended': { about: 'administration', activity: false },
  'oidc.application.removed': { about: 'sessions', activity: true },
  'oidc.authorized': { about: 'sessions', activity: false },
  'oidc.consent.given': { about: 'sessions', activity: true },
  'oidc.consent.denied': { about: 'sessions', activity: true },
  'oidc.tokens.issued': { about: 'sessions', activity: false },
  'oidc.tokens.refreshed': { about: 'sessions', activity: false },
  'oidc.tokens.revoked': { about: 'sessions', activity: false },
  'oidc.code.reuse_detected': { about: 'sessions', activity: true },
  'oidc.refresh.reuse_detected': { about: 'sessions', activity: true },
  'oidc.device.claimed': { about: 'sessions', activity: false },
  'oidc.device.allowed': { about: 'sessions', activity: true },
  'oidc.device.denied': { about: 'sessions', activity: true },
} as const satisfies EventRows

type OpenidEvents = typeof openidEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends OpenidEvents {}
}
