import { Type } from 'typebox'
import { actorOf } from '../../../gate/access/actor.ts'
import { lockActor } from '../../../gate/access/lock-actor.ts'
import { headIn } from '../../../gate/audit/log/head.ts'
import { endpoint } from '../../../gate/deps.ts'
import { tellOfWebhook } from '../../../gate/mails/tell-administrators.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { WEBHOOKS_WORK } from '../sending/deliverer.ts'
import { readDescription, readTypes, readUrl, shownWebhook } from '../steps/read-webhook.ts'
import { makeSecret } from '../steps/secrets.ts'
import { MOST_WEBHOOKS, type Webhook, webhooksIn } from '../tables/webhooks.ts'
import { secretShown, WebhookView } from '../views/webhook-view.ts'
import { descriptionField, typesField, urlField, writing } from './alike.ts'

/** This answer is the only place where the secret is ever shown. */
export const createWebhook = endpoint({
  ...writing,
  route: 'POST /admin/webhooks',
  summary: 'Have a server told what happens, from now on',
  body: Type.Object({ url: urlField, types: typesField, description: Type.Optional(descriptionField) }),
  reply: Type.Object({ webhook: WebhookView, secret: secretShown }),
  status: 201,
  errors: ['invalid_url', 'address_not_allowed', 'invalid_event_type', 'invalid_input', 'too_many_webhooks'],

  async handle(call) {
    const { body, caller, deps, fail } = call
    const [url, types, description] = [readUrl(deps, body.url), readTypes(body.types), readDescription(body.description ?? '')]
    const now = deps.clock.now()
    const id = newId(now)
    const { secret, sealed } = await makeSecret(deps, id)
    return inTransaction(call, async (tx) => {
      await lockActor(tx)
      // Several administrators at once make no more than one of them may.
      await webhooksIn(tx).lockAll()
      if ((await webhooksIn(tx).count()) >= MOST_WEBHOOKS) throw fail('too_many_webhooks')
      const size = (await headIn(tx).find())?.size ?? 0
      const webhook: Webhook = {
        ...{ id, url, types, description, secret: sealed, previousSecret: undefined, previousUntil: undefined },
        ...{ createdBy: actorOf(caller), createdAt: now, updatedAt: now, disabledAt: undefined, disabledReason: undefined },
        ...{ cursor: size, checkpointCursor: size + 1, failingSince: undefined, pausedUntil: 0, lastSuccessAt: undefined },
      }
      await webhooksIn(tx).add(webhook)
      await tx.record('admin.webhook.created', { actorId: actorOf(caller), metadata: { webhookId: id, types: types.join(' ') } })
      await tellOfWebhook(tx, 'webhook-created', description, actorOf(caller))
      tx.effects.workAdded(WEBHOOKS_WORK)
      return { webhook: await shownWebhook(tx, webhook), secret }
    })
  },
})
