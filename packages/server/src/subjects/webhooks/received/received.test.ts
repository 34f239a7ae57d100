import { describe, expect, it } from 'vitest'
import { ORIGIN } from '../../../../test/support/browser.ts'
import { freePort } from '../../../../test/support/free-port.ts'
import { tell } from '../../../../test/support/webhook-receiver.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'

const NOT_FOUND = { error: 'not_found', message: expect.any(String) }
const PATH = '/dev/webhooks'
const EMAIL = 'root@example.com'

/** A service that really listens, because it sends to itself, and an administrator whose code comes from its inbox. */
async function listening(env: Record<string, string> = {}) {
  const port = await freePort()
  const here = await world({ env: { PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, ...env } })
  await here.listen()
  await here.signedUp(EMAIL)
  await here.sql(`UPDATE accounts SET role = 'admin', verified_at = 1, mailbox_proved_at = 1`)
  const root = here.browser()
  const { body } = await root.post('/auth/admin/login', { email: EMAIL, password: PASSWORD })
  await here.outbox.idle()
  const [{ text }] = (await root.get(`${env['BASE_PATH'] ?? ''}/dev/inbox.json`)).body
  await root.post('/auth/2fa/verify', { challengeId: body.challengeId, code: /^\d{6}$/m.exec(text)?.[0] })
  const page = async (query = '') => (await here.browser().get(`${env['BASE_PATH'] ?? ''}${PATH}${query}`)).text
  return { ...here, root, page, address: `http://localhost:${port}${env['BASE_PATH'] ?? ''}${PATH}` }
}

const idsIn = (html: string): string[] => [...html.matchAll(/href="\/dev\/webhooks\?delivery=([^"]*)"/g)].map(([, id = '']) => id)

const made = (here: Awaited<ReturnType<typeof listening>>, base = '') =>
  here.root.post(`${base}/admin/webhooks`, { url: here.address, types: ['*'], description: '' })

describe('a webhook to the service itself, in development', () => {
  it('shows what a server would be told: headers, body, and that the signature verifies', async () => {
    const here = await listening()
    expect(await here.page()).toContain('Nothing received yet')
    const { status, body } = await made(here)
    expect([status, body.webhook.url]).toEqual([201, here.address])
    expect((await here.root.post(`/admin/webhooks/${body.webhook.id}/test`)).body).toMatchObject({
      outcome: 'delivered',
      status: 204,
    })
    await here.signedUp('ada@example.com')
    await tell(here)
    const text = await here.page()
    for (const type of ['webhook.test', 'user.created', 'session.created']) expect(text).toContain(`<b>${type}</b>`)
    expect(text).not.toContain('does not verify')
    const created = idsIn(text)[[...text.matchAll(/<li><a [^>]*><b>([\w.]+)/g)].findIndex(([, type]) => type === 'user.created')]
    const one = await here.page(`?delivery=${created}`)
    expect(one).toContain('<b>Signature verifies</b>')
    expect(one).toContain('&quot;email&quot;: &quot;ada@example.com&quot;')
    expect(one).toMatch(/\nwebhook-signature: v1,/)
  })

  it('moves with the base path', async () => {
    const here = await listening({ BASE_PATH: '/id' })
    const { body } = await made(here, '/id')
    expect((await here.root.post(`/id/admin/webhooks/${body.webhook.id}/test`)).body).toMatchObject({ outcome: 'delivered' })
    expect(await here.page()).toContain('href="/id/dev/webhooks?delivery=')
  })

  it('leads to no other path, and to no other name of this machine', async () => {
    const here = await listening()
    const elsewhere = ['/dev/webhook', '/dev/webhooks/', '/dev/webhooks?a=1', '/dev/inbox', '/healthz', '']
    const refused = [...elsewhere.map((path) => here.address.replace(PATH, path)), here.address.replace('localhost', '127.0.0.1')]
    for (const url of refused)
      expect((await here.root.post('/admin/webhooks', { url, types: ['*'] })).body.error, url).toBe('address_not_allowed')
  })

  it.each([
    ['in production', { NODE_ENV: 'production', PUBLIC_URL: 'https://id.example.com', SMTP_URL: 'smtp://127.0.0.1:1' }],
    ['where mail is really sent', { SMTP_URL: 'smtp://127.0.0.1:1' }],
    ['where strangers may come', { PUBLIC_URL: 'http://dev.example.com' }],
  ])('is not there %s: neither sent to nor answered', async (_, env) => {
    const here = await listening()
    const { body } = await made(here)
    const { port } = new URL(here.address)
    await here.stop()
    const later = await world({
      databaseUrl: here.database.url,
      env: { PORT: port, PUBLIC_URL: here.address.replace(PATH, ''), ...env },
    })
    const extra = { headers: { host: 'localhost', origin: 'PUBLIC_URL' in env ? env.PUBLIC_URL : ORIGIN } }
    for (const reply of [await later.browser().get(PATH, extra), await later.browser().post(PATH, {}, extra)])
      expect(reply).toMatchObject({ status: 404, body: NOT_FOUND })
    await tell(later)
    const told = await later.sql(`SELECT outcome FROM webhook_deliveries WHERE webhook_id = ?`, [body.webhook.id])
    const outcomes = told.map(({ outcome }) => outcome)
    expect(outcomes).toContain('address_not_allowed')
    expect(outcomes).not.toContain('delivered')
  })
})

describe('POST /dev/webhooks', () => {
  it('is shown by every process, the newest fifty, for a day', async () => {
    const { app, database, clock, purge } = await world()
    const beside = await world({ databaseUrl: database.url })
    const page = async () => (await beside.browser().get(PATH)).text
    for (let n = 0; n < 52; n++) {
      clock.advance(1)
      await app.inject({
        method: 'POST',
        url: PATH,
        headers: { 'content-type': 'application/json' },
        payload: `{"type":"t${n}."}`,
      })
    }
    const text = await page()
    expect(text).toContain('50 deliveries, newest first')
    expect([text.includes('<b>t51.'), text.includes('<b>t2.'), text.includes('<b>t1.')]).toEqual([true, true, false])
    clock.advance(DAY_MS + 1)
    await purge.run()
    expect(await page()).toContain('Nothing received yet')
  })

  it('takes what nobody has signed, and says so', async () => {
    const { app, browser } = await world()
    const headers = {
      'content-type': 'application/json',
      'webhook-id': '<b>',
      'webhook-signature': 'v1,',
      'webhook-timestamp': '1',
    }
    for (const payload of ['{"type":"<script>"}', 'null', '[1]', '"text"'])
      expect((await app.inject({ method: 'POST', url: PATH, headers, payload })).statusCode).toBe(204)
    const { text } = await browser().get(PATH)
    expect(text).toContain('4 deliveries, newest first')
    expect(text).not.toContain('Signature verifies')
    const [oldest] = idsIn(text).toReversed()
    const one = (await browser().get(`${PATH}?delivery=${oldest}`)).text
    expect(one).toContain('<h2>&lt;script></h2>')
    expect(one).toContain('webhook-id: &lt;b>')
    expect((await browser().get(`${PATH}?delivery=nope`)).status).toBe(404)
  })
  it.each(['id.example.com', 'evillocalhost'])('is not there for the Host %s', async (host) => {
    const { app } = await world()
    const request = { method: 'POST', url: PATH, headers: { host, 'content-type': 'application/json' }, payload: '{}' } as const
    expect((await app.inject(request)).statusCode).toBe(404)
  })

  it('refuses pages of other sites, and what is no JSON', async () => {
    const { app } = await world()
    const post = async (payload: string, headers: Record<string, string>) =>
      (await app.inject({ method: 'POST', url: PATH, headers, payload })).statusCode
    const json = { 'content-type': 'application/json' }
    expect(await post('{}', { ...json, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).toBe(403)
    expect(await post('{', json)).toBe(400)
    expect(await post('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).toBe(415)
    expect((await app.inject({ method: 'POST', url: PATH })).statusCode).toBe(400)
  })
})
