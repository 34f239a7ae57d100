import { Type } from 'typebox'
import { actorOf } from '../../../gate/access/actor.ts'
import { lockActor } from '../../../gate/access/lock-actor.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { lockWebhook, shownWebhook } from '../steps/read-webhook.ts'
import { BOTH_SIGN_MS, makeSecret } from '../steps/secrets.ts'
import { webhooksIn } from '../tables/webhooks.ts'
import { secretShown, WebhookView } from '../views/webhook-view.ts'
import { CHANGING, ofWebhook, writing } from './alike.ts'

export const createWebhookSecret = endpoint({
  ...writing,
  route: 'POST /admin/webhooks/{id}/secret',
  params: ofWebhook,
  summary: 'Make a new secret: the one before signs beside it for 24 hours',
  reply: Type.Object({ webhook: WebhookView, secret: secretShown }),
  status: 201,
  errors: CHANGING,

  async handle(call) {
    const { params, caller, deps } = call
    const { secret, sealed } = await makeSecret(deps, params.id)
    return inTransaction(call, async (tx) => {
      await lockActor(tx)
      const before = await lockWebhook(tx, params.id)
      const now = deps.clock.now()
      const previous = { previousSecret: before.secret, previousUntil: now + BOTH_SIGN_MS }
      const after = { ...before, secret: sealed, ...previous, updatedAt: now }
      await webhooksIn(tx).set(after)
      await tx.record('admin.webhook.secret.created', { actorId: actorOf(caller), metadata: { webhookId: before.id } })
      return { webhook: await shownWebhook(tx, after), secret }
    })
  },
})

export const endPreviousWebhookSecret = endpoint({
  ...writing,
  route: 'DELETE /admin/webhooks/{id}/secret/previous',
  params: ofWebhook,
  summary: 'End the secret before the newest at once',
  reply: Message,
  errors: CHANGING,

  async handle(call) {
    const { params, caller, deps } = call
    await inTransaction(call, async (tx) => {
      await lockActor(tx)
      const before = await lockWebhook(tx, params.id)
      await webhooksIn(tx).set({ ...before, previousSecret: undefined, previousUntil: undefined, updatedAt: deps.clock.now() })
      await tx.record('admin.webhook.secret.ended', { actorId: actorOf(caller), metadata: { webhookId: before.id } })
    })
    return { message: 'The newest secret alone signs.' }
  },
})
