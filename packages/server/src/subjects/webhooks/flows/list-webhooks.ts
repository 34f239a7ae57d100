import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { listOf } from '../../../gate/views/fields.ts'
import { findWebhook, shownWebhook } from '../steps/read-webhook.ts'
import { webhooksIn } from '../tables/webhooks.ts'
import { WebhookView } from '../views/webhook-view.ts'
import { ofWebhook, reading } from './alike.ts'

export const listWebhooks = endpoint({
  ...reading,
  route: 'GET /admin/webhooks',
  summary: 'The servers that are told what happens',
  reply: Type.Object({ webhooks: listOf(WebhookView, 'All of them, newest first; there are 20 at most.') }),
  errors: [],

  async handle({ deps: { store } }) {
    const webhooks = []
    for (const webhook of await webhooksIn(store).list()) webhooks.push(await shownWebhook(store, webhook))
    return { webhooks }
  },
})

export const getWebhook = endpoint({
  ...reading,
  route: 'GET /admin/webhooks/{id}',
  params: ofWebhook,
  summary: 'One webhook',
  reply: WebhookView,
  errors: ['webhook_not_found'],

  handle: async ({ params, deps: { store } }) => shownWebhook(store, await findWebhook(store, params.id)),
})
