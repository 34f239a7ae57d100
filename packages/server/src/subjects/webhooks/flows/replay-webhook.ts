import { Type } from 'typebox'
import { actorOf } from '../../../gate/access/actor.ts'
import { lockActor } from '../../../gate/access/lock-actor.ts'
import { headIn } from '../../../gate/audit/log/head.ts'
import { sealedEventsIn } from '../../../gate/audit/log/sealed-events.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { WEBHOOKS_WORK } from '../sending/deliverer.ts'
import { messagesFor } from '../sending/fan-out.ts'
import { findWebhook, lockWebhook } from '../steps/read-webhook.ts'
import { deliveriesIn } from '../tables/deliveries.ts'
import { CHANGING, ofWebhook, writing } from './alike.ts'

const MOST_REPLAYED = 10_000
const AT_ONCE = 500

export const replayWebhook = endpoint({
  ...writing,
  route: 'POST /admin/webhooks/{id}/replay',
  params: ofWebhook,
  summary: 'Send the events of a range of numbers again, under the same ids',
  body: Type.Object({
    fromSequence: Type.Integer({ description: 'The first number.' }),
    toSequence: Type.Optional(Type.Integer({ description: 'The last number; as many as can be replayed at once unless given.' })),
  }),
  reply: Type.Object({
    events: Type.Integer({ description: 'How many are sent.' }),
    toSequence: Type.Integer({ description: 'Up to which number: less than was asked for where 10,000 are open.' }),
  }),
  errors: ['invalid_input', 'webhook_disabled', ...CHANGING],

  async handle(call) {
    const { body, params, caller, deps, fail } = call
    const { fromSequence: from, toSequence: wanted = from + MOST_REPLAYED - 1 } = body
    if (from < 0 || wanted < from || wanted - from >= MOST_REPLAYED)
      throw fail('invalid_input', { message: `At most ${MOST_REPLAYED} events are sent again at once, in their order.` })
    if ((await findWebhook(deps.store, params.id)).disabledAt !== undefined) throw fail('webhook_disabled')
    const to = Math.min(wanted, ((await headIn(deps.store).find())?.size ?? 0) - 1)
    let [events, through] = [0, Math.min(to, from - 1)]
    for (let next = from; next <= to; next = through + 1) {
      const last = Math.min(to, next + AT_ONCE - 1)
      const added = await inTransaction(call, async (tx) => {
        await lockActor(tx)
        const webhook = await lockWebhook(tx, params.id)
        if (webhook.disabledAt !== undefined) throw fail('webhook_disabled')
        const found = (await sealedEventsIn(tx).list(next, AT_ONCE)).filter(({ sequence }) => sequence <= last)
        const messages = messagesFor(webhook, found)
        // One that takes nothing would fill the table, piece by piece of the log.
        if ((await deliveriesIn(tx).countOpen(webhook.id)) + messages.length > MOST_REPLAYED) return undefined
        await deliveriesIn(tx).add(messages, deps.sharedTime.now(), true)
        if (next === from)
          await tx.record('admin.webhook.replayed', { actorId: actorOf(caller), metadata: { webhookId: webhook.id, from, to } })
        tx.effects.workAdded(WEBHOOKS_WORK)
        return messages.length
      })
      if (added === undefined) break
      events += added
      through = last
    }
    return { events, toSequence: through }
  },
})
