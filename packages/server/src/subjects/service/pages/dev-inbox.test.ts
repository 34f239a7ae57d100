import { describe, expect, it } from 'vitest'
import { PASSWORD, world } from '../../../../test/support/world.ts'
import { devInboxStyle } from './dev-inbox-style.ts'

const VERIFY = { REQUIRE_EMAIL_VERIFICATION: 'true' }
const NOT_FOUND = { error: 'not_found', message: expect.any(String) }
const HOSTILE = `</title><img src=x onerror=alert(1)> & "Co"`

/** A service without SMTP that has mailed a code to each address, one second after the other. */
async function mailed({ to = ['ada@example.com'], env = {} }: { to?: readonly string[]; env?: Record<string, string> } = {}) {
  const here = await world({ env: { ...VERIFY, ...env } })
  for (const email of to) {
    await here.signedUp(email)
    here.clock.advance(1000)
  }
  return { ...here, mails: async () => (await here.browser().get('/dev/inbox.json')).body }
}

const codeIn = (text: string): string => /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/m.exec(text)?.[0] ?? 'no code'
const framesIn = (html: string): string[] => [...html.matchAll(/<iframe[^>]*>/g)].map(([tag]) => tag)
/** Ids of the mails on the page, in the order of the list. */
const idsIn = (html: string): string[] => [...html.matchAll(/href="\/dev\/inbox\?mail=([^"]*)"/g)].map(([, id = '']) => id)

describe('GET /dev/inbox.json', () => {
  it('has the mails, the newest first', async () => {
    const { mails } = await mailed({ to: ['ada@example.com', 'bob@example.com'] })
    expect(await mails()).toEqual([
      {
        to: 'bob@example.com',
        subject: 'Confirm your email address for Latchkey',
        text: expect.stringContaining('\nor enter this code:\n'),
        html: expect.stringMatching(/^<!doctype html>/),
        date: '2030-01-01T00:00:01.000Z',
      },
      expect.objectContaining({ to: 'ada@example.com', date: '2030-01-01T00:00:00.000Z' }),
    ])
  })

  it('has the code that the service takes', async () => {
    const { mails, browser } = await mailed()
    const [{ text }] = await mails()
    expect(await browser().post('/auth/verify-email', { code: codeIn(text) })).toMatchObject({ status: 200 })
  })

  it('has mails that nobody waited for, and none for an address without an account', async () => {
    const { mails, browser, outbox } = await mailed()
    for (const email of ['ada@example.com', 'nobody@example.com']) await browser().post('/auth/forgot-password', { email })
    await outbox.idle()
    expect((await mails()).map(({ to, subject }: { to: string; subject: string }) => [to, subject])).toEqual([
      ['ada@example.com', 'Reset your password for Latchkey'],
      ['ada@example.com', 'Confirm your email address for Latchkey'],
    ])
  })

  it('is no part of the documented interface', async () => {
    const { browser } = await world()
    expect((await browser().get('/dev/inbox.json')).body).toEqual([])
    expect((await browser().get('/openapi.json')).text).not.toContain('/dev/')
    expect((await browser().get('/docs')).text).not.toContain('/dev/')
  })

  it('keeps the mails over a restart', async () => {
    const first = await mailed()
    const before = await first.mails()
    await first.stop()
    const second = await world({ env: VERIFY, databaseUrl: first.database.url })
    expect((await second.browser().get('/dev/inbox.json')).body).toEqual(before)
    expect(before).toHaveLength(1)
  })

  it('leaves out what a changed secret can no longer open', async () => {
    const first = await mailed()
    await first.stop()
    const env = { ...VERIFY, SECRET: 'another secret for tests, also 32 bytes' }
    const second = await world({ env, databaseUrl: first.database.url })
    await second.signedUp('bob@example.com')
    const { status, body } = await second.browser().get('/dev/inbox.json')
    expect([status, body.map(({ to }: { to: string }) => to)]).toEqual([200, ['bob@example.com']])
  })
})

describe('GET /dev/inbox', () => {
  it('shows the newest mail and a list of all', async () => {
    const { browser, mails } = await mailed({ to: ['ada@example.com', 'bob@example.com'] })
    const { status, text } = await browser().get('/dev/inbox')
    const [newest, oldest] = await mails()
    expect(status).toBe(200)
    expect(text).toContain(`<code>${codeIn(newest.text)}</code>`)
    expect(text).not.toContain(codeIn(oldest.text))
    expect(text).toContain('2 mails, newest first')
    expect(text).toContain('<time datetime="2030-01-01T00:00:00.000Z">2030-01-01 00:00:00 UTC</time>')
    expect(idsIn(text)).toHaveLength(2)
    expect(framesIn(text)).toEqual([expect.stringContaining(`src="/dev/inbox/${idsIn(text)[0]}"`)])
    expect(framesIn(text)[0]).toMatch(/ sandbox(="")?[ >]/)
  })

  it('is searched by any word, and by recipient', async () => {
    const { browser, mails } = await mailed({ to: ['ada@example.com', 'bob@example.com'] })
    const [newest] = await mails()
    const shown = async (query: Record<string, string>) => (await browser().get(`/dev/inbox?${new URLSearchParams(query)}`)).text
    for (const query of [{ to: 'ada@example.com' }, { q: 'ADA@' }]) {
      const text = await shown(query)
      expect(text).toContain('One mail')
      expect(text).not.toContain(codeIn(newest.text))
    }
    expect(await shown({ q: codeIn(newest.text) })).toContain(`<code>${codeIn(newest.text)}</code>`)
    expect(await shown({ q: 'nothing like it' })).toContain('No mail matches')
    expect(await shown({ q: '"><script>' })).not.toContain('<script>')
  })

  it('shows the mail that was chosen', async () => {
    const { browser, mails } = await mailed({ to: ['ada@example.com', 'bob@example.com'] })
    const [, id = ''] = idsIn((await browser().get('/dev/inbox')).text)
    const { text } = await browser().get(`/dev/inbox?mail=${id}`)
    expect(text).toContain(`<code>${codeIn((await mails())[1].text)}</code>`)
    expect(framesIn(text)).toEqual([expect.stringContaining(`src="/dev/inbox/${id}"`)])
  })

  it.each(['nope', '', '%00', 'a&mail=b'])('answers not_found 404 when there is no mail %j to choose', async (id) => {
    const { browser } = await mailed()
    expect(await browser().get(`/dev/inbox?mail=${id}`)).toMatchObject({ status: 404, body: NOT_FOUND })
  })

  it('says what will appear while it is empty', async () => {
    const { browser } = await world()
    const { status, text } = await browser().get('/dev/inbox')
    expect(status).toBe(200)
    expect(text).toContain('No mail yet')
    expect(framesIn(text)).toEqual([])
  })

  it('runs no script, loads nothing but its frame, and is framed by nobody', async () => {
    const { browser } = await mailed()
    const { headers, text } = await browser().get('/dev/inbox')
    expect(text).toContain(`${devInboxStyle}</style>`)
    expect(text.replace(/<iframe[^>]*>/, '')).not.toMatch(/<script|src=|@import|url\(|style="| on\w+="/)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
      ),
    })
  })

  it('shows markup in a mail as text', async () => {
    const { browser, mails } = await mailed({ env: { APP_NAME: HOSTILE } })
    expect((await mails())[0].subject).toBe(`Confirm your email address for ${HOSTILE}`)
    const { text } = await browser().get('/dev/inbox')
    expect(text).not.toContain('<img')
    expect(text.match(/Confirm your email address for &lt;\/title>&lt;img src=x/g)).toHaveLength(2)
  })
})

describe('GET /dev/inbox/{id}', () => {
  it('is the HTML of the mail and nothing else, without scripts, framed by ourselves at most', async () => {
    const { browser, mails } = await mailed()
    const [id] = idsIn((await browser().get('/dev/inbox')).text)
    const { status, text, headers } = await browser().get(`/dev/inbox/${id}`)
    expect([status, text]).toEqual([200, (await mails())[0].html])
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
  })

  it.each(['nope', '%00', 'x'.repeat(500), '01a1dd30-94f1-7603-a31f-798c1e926cc3'])(
    'answers not_found 404 for %j',
    async (id) => {
      const { browser } = await mailed()
      const { status, body, headers } = await browser().get(`/dev/inbox/${id}`)
      expect([status, body]).toEqual([404, NOT_FOUND])
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
    },
  )
})

describe('the development inbox', () => {
  it.each([
    ['mail is really sent', { withMail: true }],
    ['it is switched off', { env: { DEV_INBOX: 'false', DISABLE_ADMIN_TWO_FACTOR: 'true' } }],
  ])('is not there when %s, whatever it has kept', async (_, options) => {
    const first = await mailed()
    const [id] = idsIn((await first.browser().get('/dev/inbox')).text)
    await first.stop()
    const { browser } = await world({ ...options, databaseUrl: first.database.url })
    for (const path of ['/dev/inbox', '/dev/inbox.json', `/dev/inbox?mail=${id}`, `/dev/inbox/${id}`]) {
      expect(await browser().get(path)).toMatchObject({ status: 404, body: NOT_FOUND })
      expect(await browser().post(path)).toMatchObject({ status: 404, body: NOT_FOUND })
    }
  })

  it.each([
    'id.example.com',
    'localhost.example.com',
    'evillocalhost',
    'x@y.localhost',
    '0.0.0.0:3000',
    '192.0.2.1',
    '[::2]:3000',
    '::1',
  ])('is not there for a request whose Host is %j: a page that had its name lead here may not read codes', async (host) => {
    const { browser } = await mailed()
    const [id] = idsIn((await browser().get('/dev/inbox')).text)
    for (const path of ['/dev/inbox', '/dev/inbox.json', `/dev/inbox?mail=${id}`, `/dev/inbox/${id}`, '/%64ev/inbox.json'])
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
        const { status, headers } = await browser().send(method, path, undefined, { headers: { host } })
        expect([method, path, status, headers['allow']]).toEqual([method, path, 404, undefined])
      }
    expect((await browser().get('/dev/inbox.json', { headers: { host } })).body).toEqual(NOT_FOUND)
  })

  it('does not believe a proxy about the Host', async () => {
    const { browser } = await mailed({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
    const headers = { host: 'id.example.com', 'x-forwarded-host': 'localhost', 'x-forwarded-for': '127.0.0.1' }
    expect((await browser().get('/dev/inbox.json', { headers })).status).toBe(404)
  })

  it.each(['localhost', 'LocalHost:3000', '127.0.0.1:3000', '[::1]', '[::1]:8080', 'id.Example.localhost:3000'])(
    'is there for the Host %s',
    async (host) => {
      const { browser } = await mailed()
      for (const path of ['/dev/inbox', '/dev/inbox.json'])
        expect((await browser().get(path, { headers: { host } })).status).toBe(200)
    },
  )

  it('is neither there nor filled where the public URL is not on loopback: mails are only logged', async () => {
    const { browser, sql, logged } = await mailed({ env: { PUBLIC_URL: 'http://dev.example.com' } })
    for (const path of ['/dev/inbox', '/dev/inbox.json', '/dev/inbox/any'])
      expect(await browser().get(path)).toMatchObject({ status: 404, body: NOT_FOUND })
    expect(await sql('SELECT outcome, payload FROM outbox')).toEqual([{ outcome: 'sent', payload: null }])
    expect(logged()).toContain('PUBLIC_URL is http://dev.example.com')
    expect(logged()).toMatch(/"to":"ada@example\.com".*http:\/\/dev\.example\.com\/verify-email#code=/)
  })

  it('shows nothing of what was really sent before', async () => {
    const first = await world({ withMail: true, env: VERIFY })
    await first.signedUp()
    await first.stop()
    const second = await world({ env: VERIFY, databaseUrl: first.database.url })
    expect((await second.browser().get('/dev/inbox.json')).body).toEqual([])
  })

  it.each(['/dev/inbox', '/dev/inbox.json', '/dev/inbox/any'])('only shows: %s', async (path) => {
    const { browser } = await mailed()
    const { status, headers } = await browser().post(path, { password: PASSWORD })
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD'])
  })
})
