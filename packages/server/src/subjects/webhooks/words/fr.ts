import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { webhooksErrors } from '../errors.ts'
import type { en } from './en.ts'
import { webhooks, webhooksDone } from './fr/webhooks.ts'

export const fr: Translation<typeof en, typeof webhooksErrors> = {
  errors: {
    invalid_url: 'Cette adresse ne peut pas être appelée.',
    invalid_event_type: 'Ce type d’événement n’existe pas.',
    address_not_allowed: 'Cette adresse ne doit pas être appelée.',
    webhook_not_found: 'Ce webhook n’existe pas.',
    delivery_not_found: 'Cette livraison n’existe pas.',
    too_many_webhooks: 'Il y a trop de webhooks.',
    webhook_disabled: 'Ce webhook est désactivé.',
  },
  console: {
    webhooks,
    done: webhooksDone,
    may: { 'webhooks:write': 'Gérer les webhooks' },
    events: {
      'admin.webhook.created': 'Webhook créé',
      'admin.webhook.changed': 'Webhook modifié',
      'admin.webhook.disabled': 'Webhook désactivé',
      'admin.webhook.deleted': 'Webhook supprimé',
      'admin.webhook.secret.created': 'Nouveau secret d’un webhook',
      'admin.webhook.secret.ended': 'Ancien secret d’un webhook révoqué',
      'admin.webhook.replayed': 'Événements renvoyés à un webhook',
    },
  },
}
