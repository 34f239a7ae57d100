import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ORIGIN } from '../support/browser.ts'
import { oauthWorld } from '../support/oauth-world.ts'
import { sendRaw } from '../support/raw-socket.ts'
import { shared } from '../support/shared.ts'
import { PASSWORD, world } from '../support/world.ts'

const ada = { email: 'ada@example.com', password: PASSWORD, name: 'Ada' }
const plain = shared(() => world())

describe('every answer', () => {
  it.each([
    ['GET', '/auth/me', 401],
    ['GET', '/auth/check', 200],
    ['POST', '/auth/login', 400],
    ['GET', '/nowhere', 404],
    ['POST', '/nowhere', 404],
    ['PATCH', '/auth/me', 405],
    ['GET', '/healthz', 200],
    ['GET', '/%zz', 404],
    ['TRACE', '/auth/me', 405],
  ])('%s %s carries the security headers and a request id', async (method, url, status) => {
    const { browser } = plain()
    const { status: seen, headers, body } = await browser().send(method, url)
    expect(seen).toBe(status)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'content-type': 'application/json; charset=utf-8',
    })
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('x-powered-by')
    if (status >= 400) expect(body).toEqual({ error: expect.any(String), message: expect.any(String) })
  })

  it('adds HSTS and Secure when the public URL is https', async () => {
    const { browser } = await world({ env: { PUBLIC_URL: 'https://id.example.com' } })
    const reply = await browser().post('/auth/register', ada, { headers: { origin: 'https://id.example.com' } })
    expect(reply.headers['strict-transport-security']).toBe('max-age=31536000')
    for (const line of reply.setCookies) expect(line).toContain('; Secure')
  })

  it('binds the hosts below its own to https only when asked to', async () => {
    const env = { PUBLIC_URL: 'https://id.example.com', HSTS_INCLUDE_SUBDOMAINS: 'true' }
    const { browser } = await world({ env })
    for (const path of ['/auth/check', '/sign-in', '/nowhere'])
      expect((await browser().get(path)).headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  it('has no HSTS over http, asked or not', async () => {
    const { browser } = await world({ env: { HSTS_INCLUDE_SUBDOMAINS: 'true' } })
    expect((await browser().get('/auth/check')).headers).not.toHaveProperty('strict-transport-security')
  })

  it('uses the configured cookie names', async () => {
    const { signedUp } = await world({ env: { SESSION_COOKIE_NAME: 'sid', REFRESH_COOKIE_NAME: '__Host-rid' } })
    const browser = await signedUp()
    expect([...browser.jar.keys()]).toEqual(['sid', '__Host-rid', '_csrf'])
    expect((await browser.get('/auth/me')).status).toBe(200)
  })

  it('names no detail of an unexpected failure, but logs it with the request id', async () => {
    const { signedUp, sql, logged } = await world()
    const browser = await signedUp()
    for (const table of ['refresh_tokens', 'pending_totp_seeds', 'sessions']) await sql(`DROP TABLE ${table}`)
    const reply = await browser.get('/auth/me')
    expect(reply).toMatchObject({ status: 500, body: { error: 'internal_error', message: 'Something went wrong on our side.' } })
    expect(logged()).toContain(reply.headers['x-request-id'])
    expect(logged()).toMatch(/"operation":"me","url":"\/auth\/me","msg":"request failed"/)
    expect(logged()).toMatch(/"operation":"register","route":"POST \/auth\/register","status":201,/)
  })
})

describe('paths and methods', () => {
  it('answers 404 not_found to an unknown path, whatever the body', async () => {
    const { browser } = plain()
    for (const raw of ['{', 'x'.repeat(70_000)]) {
      expect(await browser().post('/auth/nothing', undefined, { raw })).toMatchObject({
        status: 404,
        body: { error: 'not_found' },
      })
    }
  })

  it.each([
    ['/auth/me', 'GET, HEAD'],
    ['/auth/login', 'POST'],
    ['/auth/sessions', 'GET, DELETE, HEAD'],
    ['/auth/sessions/some-id', 'DELETE, PATCH', 'PUT'],
    ['/docs', 'GET, HEAD'],
    ['/openapi.json', 'GET, HEAD'],
    ['/auth/oauth/corp', 'GET, HEAD'],
    ['/auth/oauth/corp/link', 'POST'],
  ])('answers 405 method_not_allowed with Allow on %s', async (path, allow, method = 'PATCH') => {
    const { browser } = plain()
    const reply = await browser().send(method, path, {})
    expect(reply).toMatchObject({
      status: 405,
      body: { error: 'method_not_allowed', message: `This address answers ${allow} only.` },
    })
    expect(reply.headers['allow']).toBe(allow)
  })

  it('answers HEAD as GET without a body', async () => {
    const { signedUp, app } = await world()
    const cookie = (await signedUp()).cookieHeader()
    await app.listen({ port: 0 })
    const { port } = app.server.address() as AddressInfo
    for (const path of ['/auth/me', '/healthz', '/account', '/docs', '/openapi.json']) {
      const headers = `Host: localhost\r\nConnection: close\r\nCookie: ${cookie}`
      const [head, body] = (await sendRaw(port, `HEAD ${path} HTTP/1.1\r\n${headers}\r\n\r\n`)).text.split('\r\n\r\n')
      expect([head, body], path).toEqual([expect.stringMatching(/^HTTP\/1.1 200 OK\r\n[\s\S]*content-length: [1-9]/i), ''])
    }
  })
})

describe('bodies', () => {
  it.each([
    ['broken JSON', '{"email":'],
    ['an empty body', ''],
    ['an array', '[]'],
    ['null', 'null'],
    ['a string', '"x"'],
    ['a number', '7'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['a body nested too deep', `{"email":${'['.repeat(40)}${']'.repeat(40)}}`],
    ['a wrong type', '{"email":1,"password":"x"}'],
    ['a string that looks like an object', '{"email":{},"password":"x"}'],
  ])('answers invalid_json 400 to %s', async (_what, raw) => {
    const { browser } = plain()
    expect(await browser().post('/auth/login', undefined, { raw })).toMatchObject({
      status: 400,
      body: { error: 'invalid_json' },
    })
  })

  it('answers invalid_json 400 to no body at all', async () => {
    const { browser } = plain()
    expect(await browser().post('/auth/login')).toMatchObject({ status: 400, body: { error: 'invalid_json' } })
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json; charset=utf-16',
    'application/json; charset="iso-8859-1"',
    'application/json;charset=utf-8;charset=latin1',
    'application/json; charset=',
    'nonsense',
    '',
  ])('answers unsupported_media_type 415 to %j', async (type) => {
    const { browser } = plain()
    const reply = await browser().post('/auth/login', undefined, { raw: JSON.stringify(ada), headers: { 'content-type': type } })
    expect(reply).toMatchObject({ status: 415, body: { error: 'unsupported_media_type' } })
  })

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8',
    'application/json; profile="charset"',
    'Application/JSON',
  ])('accepts %j', async (type) => {
    const { browser, signedUp } = plain()
    await signedUp()
    expect((await browser().post('/auth/login', ada, { headers: { 'content-type': type } })).status).toBe(200)
  })

  it('answers payload_too_large 413 past 64 KiB, and not before', async () => {
    const { browser } = plain()
    const padded = (size: number) => JSON.stringify({ email: 'x', password: 'x', pad: 'x'.repeat(size - 37) })
    expect(padded(65_536).length).toBe(65_536)
    expect((await browser().post('/auth/login', undefined, { raw: padded(65_536) })).status).toBe(401)
    expect(await browser().post('/auth/login', undefined, { raw: padded(65_537) })).toMatchObject({
      status: 413,
      body: { error: 'payload_too_large' },
    })
  })

  it.each(['/sign-in', '/auth/oauth/corp/callback'])(
    'answers invalid_input 400 to a form of more than 100 fields at %s',
    async (url) => {
      const { app } = await oauthWorld()
      const headers = { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }
      const send = (fields: number, name: (at: number) => string) =>
        app.inject({
          method: 'POST',
          url,
          headers,
          payload: Array.from({ length: fields }, (_, at) => `${name(at)}=1`).join('&'),
        })
      for (const name of [String, () => 'same']) {
        expect((await send(100, name)).statusCode).not.toBe(400)
        const reply = await send(101, name)
        expect([reply.statusCode, reply.json().error]).toEqual([400, 'invalid_input'])
      }
    },
  )

  it('ignores unknown fields, and takes __proto__ for one', async () => {
    const { browser } = await world()
    const raw = `{"__proto__":{"name":"Eve"},"constructor":{"x":1},"role":"admin","isVerified":true,"email":"ada@example.com","password":"${PASSWORD}","name":"Ada"}`
    const reply = await browser().post('/auth/register', undefined, { raw })
    expect(reply.body.user).toMatchObject({ name: 'Ada', role: 'user', isVerified: false })
    const inherited = `{"__proto__":{"name":"Eve"},"email":"eve@example.com","password":"${PASSWORD}"}`
    expect((await browser().post('/auth/register', undefined, { raw: inherited })).body.error).toBe('name_required')
  })
})
