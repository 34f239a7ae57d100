import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { webhooksErrors } from '../errors.ts'
import { webhooks, webhooksDone } from './de/webhooks.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en, typeof webhooksErrors> = {
  errors: {
    invalid_url: 'Diese Adresse kann nicht aufgerufen werden.',
    invalid_event_type: 'Diese Art von Ereignis gibt es nicht.',
    address_not_allowed: 'Diese Adresse darf nicht aufgerufen werden.',
    webhook_not_found: 'Diesen Webhook gibt es nicht.',
    delivery_not_found: 'Diese Zustellung gibt es nicht.',
    too_many_webhooks: 'Es gibt zu viele Webhooks.',
    webhook_disabled: 'Dieser Webhook ist abgeschaltet.',
  },
  console: {
    webhooks,
    done: webhooksDone,
    may: { 'webhooks:write': 'Webhooks verwalten' },
    events: {
      'admin.webhook.created': 'Webhook erstellt',
      'admin.webhook.changed': 'Webhook geändert',
      'admin.webhook.disabled': 'Webhook abgeschaltet',
      'admin.webhook.deleted': 'Webhook entfernt',
      'admin.webhook.secret.created': 'Neues Geheimnis eines Webhooks',
      'admin.webhook.secret.ended': 'Altes Geheimnis eines Webhooks beendet',
      'admin.webhook.replayed': 'Ereignisse noch einmal an einen Webhook gesendet',
    },
  },
}
