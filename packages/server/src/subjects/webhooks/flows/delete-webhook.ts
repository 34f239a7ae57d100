import { actorOf } from '../../../gate/access/actor.ts'
import { lockActor } from '../../../gate/access/lock-actor.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { lockWebhook } from '../steps/read-webhook.ts'
import { webhooksIn } from '../tables/webhooks.ts'
import { CHANGING, ofWebhook, writing } from './alike.ts'

export const deleteWebhook = endpoint({
  ...writing,
  route: 'DELETE /admin/webhooks/{id}',
  params: ofWebhook,
  summary: 'Remove a webhook: what it has not been told it is never told',
  reply: Message,
  errors: CHANGING,

  async handle(call) {
    const { params, caller } = call
    await inTransaction(call, async (tx) => {
      await lockActor(tx)
      const { id } = await lockWebhook(tx, params.id)
      await webhooksIn(tx).remove(id)
      await tx.record('admin.webhook.deleted', { actorId: actorOf(caller), metadata: { webhookId: id } })
    })
    return { message: 'The webhook was removed.' }
  },
})
