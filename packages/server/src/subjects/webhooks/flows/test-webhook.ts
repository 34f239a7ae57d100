import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { textField } from '../../../gate/views/fields.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { writeTest } from '../messages/write-body.ts'
import { leaseTest } from '../sending/lease-delivery.ts'
import { postMessage } from '../sending/post-message.ts'
import { deliveriesIn } from '../tables/deliveries.ts'
import { ofWebhook, writing } from './alike.ts'

/** Waits for the answer, of which no more is told than a word. */
export const testWebhook = endpoint({
  ...writing,
  route: 'POST /admin/webhooks/{id}/test',
  params: ofWebhook,
  summary: 'Send a webhook a test, and wait for its answer',
  reply: Type.Object({
    outcome: textField(
      '`delivered`, `status_503`, `timeout`, `dns_failed`, `address_not_allowed`, `connect_failed`, `tls_failed` or `redirected`.',
    ),
    status: Type.Optional(Type.Integer({ description: 'What it has answered with.' })),
    ms: Type.Integer({ description: 'How many milliseconds it took.' }),
  }),
  errors: ['webhook_not_found'],

  async handle(call) {
    const { params, deps } = call
    const now = deps.clock.now()
    const test = { webhookId: params.id, eventId: newId(now) }
    const webhook = await leaseTest(call, test.webhookId, test.eventId)
    if (!webhook) throw new Failure('overloaded', { message: BUSY, retryAfter: RETRY_AFTER_S })
    try {
      const { outcome, status, ms } = await postMessage(deps, webhook, { id: test.eventId, body: writeTest(now) }, NEVER)
      return { outcome, ...(status !== undefined && { status }), ms }
    } finally {
      await deliveriesIn(deps.store).removeTest(test)
    }
  },
})

const BUSY = 'As much is being sent as may be at once. Please try again shortly.'
const RETRY_AFTER_S = 5
const NEVER = new AbortController().signal
