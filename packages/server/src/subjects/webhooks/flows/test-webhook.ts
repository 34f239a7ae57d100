import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { textField } from '../../../gate/views/fields.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { writeTest } from '../messages/write-body.ts'
import { postMessage } from '../sending/post-message.ts'
import { findWebhook } from '../steps/read-webhook.ts'
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

  async handle({ params, deps }) {
    const webhook = await findWebhook(deps.store, params.id)
    const now = deps.clock.now()
    const { outcome, status, ms } = await postMessage(deps, webhook, { id: newId(now), body: writeTest(now) }, NEVER)
    return { outcome, ...(status !== undefined && { status }), ms }
  },
})

const NEVER = new AbortController().signal
