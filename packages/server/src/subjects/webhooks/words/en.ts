export const en = {
  console: {
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
