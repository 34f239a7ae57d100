import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { newWebhookSecret, webhookHeaders } from '../../server/src/platform/outgoing/standard-webhook.ts'
import { verifyWebhook } from '../src/server.ts'

const body = JSON.stringify({ type: 'registration.asked', timestamp: '2030-01-01T00:00:00.000Z', data: { name: 'Ädä' } })

it('what we sign, the library of the standard verifies, with either secret', () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()]
  const headers = webhookHeaders(secrets, { id: 'msg_1', at: Date.now(), body })
  for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow()
  expect(() => new Webhook(secrets[0] ?? '').verify(`${body} `, headers)).toThrow()
})

it('what the library of the standard signs, we verify', async () => {
  const secret = newWebhookSecret()
  const at = new Date()
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = new Webhook(secret).sign('msg_1', at, body)
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  expect(await verifyWebhook({ headers, body }, secret)).toMatchObject({ status: 'verified', id: 'msg_1' })
})
