import type { ErrorRows } from '../../platform/kernel/errors.ts'

// biome-ignore format: a table is read by its rows
export const webhooksErrors = {
  invalid_url: [400, 'This is no address that can be called.', 'https, port 443 or above 1023, without user name and fragment; 2,048 characters at most.'],
  invalid_event_type: [400, 'There is no such type of event.', 'The types are listed in the guide; `*` is all but failed sign-ins.'],
  address_not_allowed: [400, 'This address may not be called.', 'It is not of the public network, or our own. The operator can allow it by `WEBHOOK_ALLOWED_HOSTS` and `WEBHOOK_ALLOWED_NETWORKS`.'],
  webhook_not_found: [404, 'There is no such webhook.', 'It may have been removed.'],
  delivery_not_found: [404, 'There is no such delivery.', 'Its event was never meant for this webhook, or is too old.'],
  too_many_webhooks: [409, 'There are too many webhooks.', 'Remove one that is no longer used.'],
  webhook_disabled: [409, 'This webhook is disabled.', 'Enable it first: whatever it has missed is sent then.'],
} as const satisfies ErrorRows

type WebhooksErrors = typeof webhooksErrors
declare module '../../platform/kernel/errors.ts' {
  interface Errors extends WebhooksErrors {}
}
