import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createLatchkey } from 'latchkey'

let latchkey
before(async () => {
  latchkey = await createLatchkey({ testing: true, registration: { requireEmailVerification: true } })
})
beforeEach(() => latchkey.reset())
after(() => latchkey.close())

const post = (path, body, headers = {}) =>
  latchkey.fetch(
    new Request(latchkey.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: latchkey.url, ...headers },
      body: JSON.stringify(body),
    }),
  )

test('who signs up types the code of a mail', async () => {
  await post('/auth/register', { email: 'ada@example.com', password: 'correct horse 1', name: 'Ada' })
  const answer = await post('/auth/verify-email', { code: await latchkey.lastCode('ada@example.com') })
  assert.equal(answer.status, 200)
})

test('a second factor is asked for, and its code works', async () => {
  const { user, password, totp } = await latchkey.signedIn({ factors: ['totp'] })
  const asked = await post('/auth/login', { email: user.email, password })
  const { challengeId } = await asked.json()
  const cookie = asked.headers.getSetCookie().map((line) => line.split(';')[0])
  const answer = await post('/auth/2fa/verify', { challengeId, code: totp.code() }, { cookie: cookie.join('; ') })
  assert.equal((await answer.json()).user.email, user.email)
})
