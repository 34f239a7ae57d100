import { Type } from 'typebox'
import { actorOf } from '../../../gate/access/actor.ts'
import { lockActor } from '../../../gate/access/lock-actor.ts'
import { endpoint } from '../../../gate/deps.ts'
import { tellOfWebhook } from '../../../gate/mails/tell-administrators.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { WEBHOOKS_WORK } from '../sending/deliverer.ts'
import { lockWebhook, readDescription, readTypes, readUrl, shownWebhook } from '../steps/read-webhook.ts'
import { makeSecret } from '../steps/secrets.ts'
import { deliveriesIn } from '../tables/deliveries.ts'
import { type Webhook, webhooksIn } from '../tables/webhooks.ts'
import { secretShown, WebhookView } from '../views/webhook-view.ts'
import { CHANGING, descriptionField, ofWebhook, typesField, urlField, writing } from './alike.ts'

export const changeWebhook = endpoint({
  ...writing,
  route: 'PATCH /admin/webhooks/{id}',
  params: ofWebhook,
  summary: 'Change, disable or enable a webhook: another host means a new secret',
  body: Type.Object({
    url: Type.Optional(urlField),
    types: Type.Optional(typesField),
    description: Type.Optional(descriptionField),
    enabled: Type.Optional(
      Type.Boolean({ description: 'Whether it is told anything. What it has missed is sent once it is enabled.' }),
    ),
  }),
  reply: Type.Object({ webhook: WebhookView, secret: Type.Optional(secretShown) }),
  errors: ['invalid_url', 'address_not_allowed', 'invalid_event_type', 'invalid_input', ...CHANGING],

  async handle(call) {
    const { body, caller, params, deps } = call
    const sent = {
      ...(body.url !== undefined && { url: readUrl(deps, body.url) }),
      ...(body.types !== undefined && { types: readTypes(body.types) }),
      ...(body.description !== undefined && { description: readDescription(body.description) }),
    }
    const fresh = await makeSecret(deps, params.id)
    return inTransaction(call, async (tx) => {
      await lockActor(tx)
      const before = await lockWebhook(tx, params.id)
      const now = deps.clock.now()
      const hasMoved = sent.url !== undefined && new URL(sent.url).host !== new URL(before.url).host
      const moved = hasMoved ? { secret: fresh.sealed, previousSecret: undefined, previousUntil: undefined } : {}
      // An administrator who leads it elsewhere could otherwise be told after losing the power to make one.
      const isTheirs = body.enabled === true || hasMoved
      const makers = isTheirs ? { createdBy: actorOf(caller) } : {}
      const isElsewhere = sent.url !== undefined && sent.url !== before.url
      const isEnabledAnew = body.enabled === true && before.disabledAt !== undefined
      const anew = isElsewhere || isEnabledAnew ? NEVER_FAILED : {}
      const after = { ...before, ...sent, ...moved, ...makers, ...switched(before, body.enabled, now), ...anew, updatedAt: now }
      await webhooksIn(tx).set(after)
      if (isElsewhere || isEnabledAnew) await deliveriesIn(tx).beginAgain(before.id, now)
      if (hasMoved) await tellOfWebhook(tx, 'webhook-created', after.description, actorOf(caller))
      const fields = Object.keys(body).join(' ')
      await tx.record('admin.webhook.changed', { actorId: actorOf(caller), metadata: { webhookId: before.id, fields } })
      tx.effects.workAdded(WEBHOOKS_WORK)
      return { webhook: await shownWebhook(tx, after), ...(hasMoved && { secret: fresh.secret }) }
    })
  },
})

/** Enabled, or led elsewhere, it begins as if it had always answered: what failed says nothing of now, or of there. */
const NEVER_FAILED = { failingSince: undefined, pausedUntil: 0 } as const

function switched({ disabledAt }: Webhook, enabled: boolean | undefined, now: number): Partial<Webhook> {
  if (enabled === undefined || enabled === (disabledAt === undefined)) return {}
  return enabled ? { disabledAt: undefined, disabledReason: undefined } : { disabledAt: now, disabledReason: 'by_administrator' }
}
