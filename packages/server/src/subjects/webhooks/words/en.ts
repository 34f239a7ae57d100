import { webhooks, webhooksDone } from './en/webhooks.ts'

export const en = {
  console: {
    webhooks,
    done: webhooksDone,
    may: { 'webhooks:write': 'Manage webhooks' },
    events: {
      'admin.webhook.created': 'Webhook created',
      'admin.webhook.changed': 'Webhook changed',
      'admin.webhook.disabled': 'Webhook disabled',
      'admin.webhook.deleted': 'Webhook removed',
      'admin.webhook.secret.created': 'New secret of a webhook',
      'admin.webhook.secret.ended': 'Old secret of a webhook ended',
      'admin.webhook.replayed': 'Events sent again to a webhook',
    },
  },
}

declare module '../../../platform/pages/words/catalogues.ts' {
  interface ConsoleWords extends Pick<(typeof en)['console'], 'webhooks'> {}
}
