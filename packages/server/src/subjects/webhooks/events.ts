import type { EventRows } from '../../gate/audit/events.ts'

// biome-ignore format: a table is read by its rows
export const webhooksEvents = {
  'admin.webhook.created': { about: 'administration', activity: false },
  'admin.webhook.changed': { about: 'administration', activity: false },
  'admin.webhook.disabled': { about: 'administration', activity: false },
  'admin.webhook.deleted': { about: 'administration', activity: false },
  'admin.webhook.secret.created': { about: 'administration', activity: false },
  'admin.webhook.secret.ended': { about: 'administration', activity: false },
  'admin.webhook.replayed': { about: 'administration', activity: false },
} as const satisfies EventRows

type WebhooksEvents = typeof webhooksEvents
declare module '../../gate/audit/events.ts' {
  interface Events extends WebhooksEvents {}
}
