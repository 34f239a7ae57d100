import { describe, expect, it } from 'vitest'
import { isSigned, isWebhookSecret, newWebhookSecret, webhookHeaders } from './standard-webhook.ts'

const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330_999, body: '{"test": 2432232314}' }

describe('a webhook', () => {
  it('is signed as the examples of the standard are', () => {
    const headers = webhookHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], message)
    expect(headers).toMatchObject({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('is signed by each secret, in their order', () => {
    const [one, other] = [newWebhookSecret(), newWebhookSecret()]
    const by = (...secrets: string[]) => webhookHeaders(secrets, message)['webhook-signature']
    expect(by(one, other)).toBe(`${by(one)} ${by(other)}`)
  })

  it('is known by one of the secrets, for five minutes', () => {
    const [one, other] = [newWebhookSecret(), newWebhookSecret()]
    const { at, body } = message
    const headers = webhookHeaders([one, other], message)
    for (const secrets of [[one], [other], [newWebhookSecret(), one]]) expect(isSigned(secrets, headers, body, at)).toBe(true)
    for (const now of [at - 299_000, at + 299_000]) expect(isSigned([one], headers, body, now)).toBe(true)
    for (const now of [at - 302_000, at + 302_000]) expect(isSigned([one], headers, body, now)).toBe(false)
    for (const secrets of [[], [newWebhookSecret()]]) expect(isSigned(secrets, headers, body, at)).toBe(false)
    expect(isSigned([one], headers, `${body} `, at)).toBe(false)
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      for (const value of [undefined, '', '1', ['1']])
        expect(isSigned([one], { ...headers, [name]: value }, body, at)).toBe(false)
  })

  it('has secrets of 32 bytes, each another', () => {
    const secrets = Array.from({ length: 10 }, newWebhookSecret)
    expect(new Set(secrets).size).toBe(10)
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(secrets.every(isWebhookSecret)).toBe(true)
  })

  it.each([
    ['', 'no text'],
    ['whsec_', 'no bytes'],
    ['whsec_c2hvcnQ=', 'few bytes'],
    [`whsec_${'A'.repeat(88)}`, 'many bytes'],
    ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'no prefix'],
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS', 'a text that is cut'],
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2La_aSw', 'another alphabet'],
  ])('has no such secret: %s (%s)', (text) => {
    expect(isWebhookSecret(text)).toBe(false)
    expect(() => webhookHeaders([text], message)).toThrow('cannot be read')
  })
})
