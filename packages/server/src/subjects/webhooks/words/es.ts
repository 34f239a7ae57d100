import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { webhooksErrors } from '../errors.ts'
import type { en } from './en.ts'
import { webhooks, webhooksDone } from './es/webhooks.ts'

export const es: Translation<typeof en, typeof webhooksErrors> = {
  errors: {
    invalid_url: 'No se puede llamar a esta dirección.',
    invalid_event_type: 'Este tipo de evento no existe.',
    address_not_allowed: 'No está permitido llamar a esta dirección.',
    webhook_not_found: 'Este webhook no existe.',
    delivery_not_found: 'Esta entrega no existe.',
    too_many_webhooks: 'Hay demasiados webhooks.',
    webhook_disabled: 'Este webhook está desactivado.',
  },
  console: {
    webhooks,
    done: webhooksDone,
    may: { 'webhooks:write': 'Gestionar los webhooks' },
    events: {
      'admin.webhook.created': 'Webhook creado',
      'admin.webhook.changed': 'Webhook modificado',
      'admin.webhook.disabled': 'Webhook desactivado',
      'admin.webhook.deleted': 'Webhook eliminado',
      'admin.webhook.secret.created': 'Nuevo secreto de un webhook',
      'admin.webhook.secret.ended': 'Secreto anterior de un webhook revocado',
      'admin.webhook.replayed': 'Eventos enviados de nuevo a un webhook',
    },
  },
}
