import { Type } from 'typebox'
import { idField, listOf, textField, textOrNull, timeField, timeOrNull, timeOrNullField } from '../../../gate/views/fields.ts'
import { timestamp } from '../../../platform/kernel/clock.ts'
import { EVERYTHING, MESSAGE_TYPES } from '../messages/message-types.ts'
import type { Delivery } from '../tables/deliveries.ts'
import { DISABLED_REASONS, type Webhook } from '../tables/webhooks.ts'

const Reason = Type.Union([Type.String({ enum: [...DISABLED_REASONS] }), Type.Null()], {
  description:
    'Why it is told nothing: an administrator has disabled it, it has answered 410, it has not answered well for three days, or its maker may make none any more.',
})

export const WebhookView = Type.Object(
  {
    id: idField('The webhook.'),
    url: textField('Where it is posted to.'),
    types: listOf(Type.String({ enum: [EVERYTHING, ...MESSAGE_TYPES] }), 'What it is told; `*` is all but failed sign-ins.'),
    description: textOrNull('What it is for.'),
    status: Type.String({
      enum: ['enabled', 'failing', 'disabled'],
      description: 'Failing: no attempt was good since the last failure.',
    }),
    disabledReason: Reason,
    lag: Type.Integer({ description: 'How many events it has not been told yet, or that were not looked at for it.' }),
    lastSuccessAt: timeOrNullField('When it has last answered well; null if never.'),
    createdAt: timeField('When it was made.'),
  },
  { title: 'Webhook', description: 'A server that is told what happens, without its secret.' },
)

export function webhookView(webhook: Webhook, lag: number) {
  const {
    id,
    url,
    types,
    description = null,
    disabledAt,
    disabledReason = null,
    failingSince,
    lastSuccessAt,
    createdAt,
  } = webhook
  const status = disabledAt !== undefined ? 'disabled' : failingSince !== undefined ? 'failing' : 'enabled'
  const times = { lastSuccessAt: timeOrNull(lastSuccessAt), createdAt: timestamp(createdAt) }
  return { id, url, types: [...types], description, status, disabledReason, lag, ...times }
}

export const secretShown = textField('`whsec_…`, shown once and never again.')

export const DeliveryView = Type.Object(
  {
    eventId: textField('The event: the `webhook-id` of what is sent.'),
    sequence: Type.Integer({ description: 'Its number: what has a lower one happened before.' }),
    type: textField('What has happened: one of the types of a webhook.'),
    status: Type.String({ enum: ['open', 'delivered', 'failed'], description: 'Failed: it is not tried again.' }),
    attempts: Type.Integer({ description: 'How often it was tried.' }),
    nextAttemptAt: timeOrNullField('When it is tried again; null where it is not.'),
    outcome: textOrNull(
      'Of the last attempt: `delivered`, `status_503`, `timeout`, `dns_failed`, `address_not_allowed`, `connect_failed`, `tls_failed` or `redirected`.',
    ),
    ms: Type.Union([Type.Integer(), Type.Null()], { description: 'How many milliseconds the last attempt took.' }),
  },
  { title: 'WebhookDelivery', description: 'An event that a webhook is told of.' },
)

export function deliveryView({ eventId, sequence, type, attempts, nextAttemptAt, doneAt, ...tried }: Delivery) {
  const status = doneAt === undefined ? 'open' : tried.outcome === 'delivered' ? 'delivered' : 'failed'
  const next = doneAt === undefined ? timestamp(nextAttemptAt) : null
  return { eventId, sequence, type, status, attempts, nextAttemptAt: next, outcome: tried.outcome ?? null, ms: tried.ms ?? null }
}
