import { describe, expect, it } from 'vitest'
import { newWebhookSecret, webhookHeaders } from '../../server/src/platform/outgoing/standard-webhook.ts'
import { verifyWebhook } from '../src/server.ts'

const SECRET = newWebhookSecret()
const AT = Date.parse('2030-01-01T00:00:00Z')
const data = { email: 'ada@example.com', isEmailVerified: false, name: 'Ädä', method: 'password', provider: null, data: {} }
const body = JSON.stringify({ type: 'registration.asked', timestamp: '2030-01-01T00:00:00.000Z', data })

const sent = (secrets = [SECRET], at = AT) => webhookHeaders(secrets, { id: 'msg_1', at, body })
const request = (headers: Record<string, string>, text: BodyInit | null = body) =>
  new Request('https://app.example.com/hooks', { method: 'POST', headers, body: text })
const VERIFIED = { status: 'verified', id: 'msg_1', event: JSON.parse(body) }

describe('a webhook', () => {
  it('is verified as a request, and as headers with a body of text or bytes', async () => {
    const headers = sent()
    const bytes = new TextEncoder().encode(body)
    expect(await verifyWebhook(request(headers), SECRET, AT)).toEqual(VERIFIED)
    expect(await verifyWebhook({ headers, body }, SECRET, AT)).toEqual(VERIFIED)
    expect(await verifyWebhook({ headers: new Headers(headers), body: bytes }, SECRET, AT)).toEqual(VERIFIED)
  })

  it('tells by its type what it says', async () => {
    const received = await verifyWebhook({ headers: sent(), body }, SECRET, AT)
    const isAda =
      received.status === 'verified' && received.event.type === 'registration.asked' && received.event.data.name === 'Ädä'
    expect(isAda).toBe(true)
  })

  it('is good with either secret while one is being replaced, on both sides', async () => {
    const next = newWebhookSecret()
    for (const secrets of [[SECRET], [next], [SECRET, next]]) {
      expect(await verifyWebhook({ headers: sent([SECRET, next]), body }, secrets, AT)).toEqual(VERIFIED)
      expect(await verifyWebhook({ headers: sent([next]), body }, [...secrets, next], AT)).toEqual(VERIFIED)
    }
  })

  it('is verified for five minutes before and after', async () => {
    const FIVE = 300_000
    for (const at of [AT - FIVE, AT + FIVE])
      expect((await verifyWebhook({ headers: sent(), body }, SECRET, at)).status).toBe('verified')
    for (const at of [AT - FIVE - 1000, AT + FIVE + 1000])
      expect(await verifyWebhook({ headers: sent(), body }, SECRET, at)).toEqual({ status: 'refused', reason: 'too_old' })
  })

  const { 'webhook-signature': signature, ...unsigned } = sent()
  it.each([
    ['no signature', unsigned, body, 'unsigned'],
    ['no headers', {}, body, 'unsigned'],
    ['a time that is none', { ...sent(), 'webhook-timestamp': '1e9' }, body, 'unsigned'],
    ['another time', { ...sent(), 'webhook-timestamp': String(AT / 1000 + 1) }, body, 'wrong_signature'],
    ['another id', { ...sent(), 'webhook-id': 'msg_2' }, body, 'wrong_signature'],
    ['another body', sent(), `${body} `, 'wrong_signature'],
    ['no body', sent(), null, 'wrong_signature'],
    ['the signature of another', sent([newWebhookSecret()]), body, 'wrong_signature'],
    ['a cut signature', { ...sent(), 'webhook-signature': signature.slice(0, -4) }, body, 'wrong_signature'],
    ['a signature of another kind', { ...sent(), 'webhook-signature': signature.replace('v1,', 'v2,') }, body, 'wrong_signature'],
    ['no Base64', { ...sent(), 'webhook-signature': 'v1,???' }, body, 'wrong_signature'],
    ['a body without end', sent(), 'x'.repeat(70_000), 'unreadable'],
  ])('is refused with %s', async (_, headers, text, reason) => {
    const refused = { status: 'refused', reason }
    expect(await verifyWebhook(request(headers, text), SECRET, AT)).toEqual(refused)
    expect(await verifyWebhook({ headers, body: text ?? '' }, SECRET, AT)).toEqual(refused)
  })

  it('is refused where it is signed and no JSON', async () => {
    const headers = webhookHeaders([SECRET], { id: 'msg_1', at: AT, body: 'no JSON' })
    expect(await verifyWebhook({ headers, body: 'no JSON' }, SECRET, AT)).toEqual({ status: 'refused', reason: 'unreadable' })
  })

  it('is never verified without a secret, or with one that is none', async () => {
    for (const secrets of [[], '', 'whsec_', 'whsec_???', [SECRET, 'short']])
      await expect(verifyWebhook({ headers: sent(), body }, secrets, AT)).rejects.toThrow(TypeError)
  })
})
