import { Type } from 'typebox'
import { actorOf } from '../../../gate/access/actor.ts'
import { lockActor } from '../../../gate/access/lock-actor.ts'
import { endpoint } from '../../../gate/deps.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { addWebhook, newSecret } from '../steps/add-webhook.ts'
import { readDescription, readTypes, readUrl, shownWebhook } from '../steps/read-webhook.ts'
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
    const { body, caller, deps } = call
    const [url, types, description] = [readUrl(deps, body.url), readTypes(body.types), readDescription(body.description ?? '')]
    const made = await newSecret(deps)
    return inTransaction(call, async (tx) => {
      await lockActor(tx)
      const webhook = await addWebhook(tx, { url, types, description, createdBy: actorOf(caller) }, made)
      return { webhook: await shownWebhook(tx, webhook), secret: made.secret }
    })
  },
})
