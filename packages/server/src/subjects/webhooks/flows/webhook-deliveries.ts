import { Type } from 'typebox'
import { lockActor } from '../../../gate/access/lock-actor.ts'
import { endpoint } from '../../../gate/deps.ts'
import { pageFields, pageIn, pageQuery } from '../../../gate/lists/paging.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { listOf, Message } from '../../../gate/views/fields.ts'
import { WEBHOOKS_WORK } from '../sending/deliverer.ts'
import { findWebhook, lockWebhook } from '../steps/read-webhook.ts'
import { deliveriesIn } from '../tables/deliveries.ts'
import { DeliveryView, deliveryView } from '../views/webhook-view.ts'
import { CHANGING, ofWebhook, reading, writing } from './alike.ts'

export const listWebhookDeliveries = endpoint({
  ...reading,
  route: 'GET /admin/webhooks/{id}/deliveries',
  params: ofWebhook,
  summary: 'What a webhook was told, and is still to be told',
  query: Type.Object(pageQuery),
  reply: Type.Object({ deliveries: listOf(DeliveryView, 'The newest events first.'), ...pageFields }),
  errors: ['webhook_not_found', 'invalid_input'],

  async handle({ params, query, deps: { store } }) {
    const { limit, offset } = pageIn(query)
    const { id } = await findWebhook(store, params.id)
    const found = await deliveriesIn(store).newest(id, limit, offset)
    return { deliveries: found.map(deliveryView), total: await deliveriesIn(store).countOf(id), limit, offset }
  },
})

export const retryWebhookDelivery = endpoint({
  ...writing,
  route: 'POST /admin/webhooks/{id}/deliveries/{eventId}/retry',
  params: { ...ofWebhook, eventId: 'The event.' },
  summary: 'Send an event again now, under the same id',
  reply: Message,
  errors: ['delivery_not_found', 'webhook_disabled', ...CHANGING],

  async handle(call) {
    const { params, deps, fail } = call
    await inTransaction(call, async (tx) => {
      await lockActor(tx)
      const webhook = await lockWebhook(tx, params.id)
      const delivery = await deliveriesIn(tx).find(webhook.id, params.eventId)
      if (!delivery) throw fail('delivery_not_found')
      if (webhook.disabledAt !== undefined) throw fail('webhook_disabled')
      await deliveriesIn(tx).add([delivery], deps.sharedTime.now(), true)
      tx.effects.workAdded(WEBHOOKS_WORK)
    })
    return { message: 'It is sent again.' }
  },
})
