import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ORIGIN } from '../support/browser.ts'
import { endpointList } from '../support/endpoint-list.ts'
import { oauthWorld } from '../support/oauth-world.ts'
import { sendRaw } from '../support/raw-socket.ts'
import { PASSWORD, world } from '../support/world.ts'

const ada = { email: 'ada@example.com', password: PASSWORD, name: 'Ada' }
const unsafe = endpointList
  .filter(({ isForeignForm }) => !isForeignForm)
  .map(({ route }) => route.split(' ') as [string, string])
  .filter(([method]) => method !== 'GET')

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
    const { browser } = await world()
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
    const { browser } = await world()
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
    ['/auth/sessions/some-id', 'DELETE'],
    ['/docs', 'GET, HEAD'],
    ['/openapi.json', 'GET, HEAD'],
    ['/auth/oauth/corp', 'GET, HEAD'],
    ['/auth/oauth/corp/link', 'POST'],
  ])('answers 405 method_not_allowed with Allow on %s', async (path, allow) => {
    const { browser } = await world()
    const reply = await browser().send('PATCH', path, {})
    expect(reply).toMatchObject({ status: 405, body: { error: 'method_not_allowed' } })
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
    const { browser } = await world()
    expect(await browser().post('/auth/login', undefined, { raw })).toMatchObject({
      status: 400,
      body: { error: 'invalid_json' },
    })
  })

  it('answers invalid_json 400 to no body at all', async () => {
    const { browser } = await world()
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
    const { browser } = await world()
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
    const { browser, signedUp } = await world()
    await signedUp()
    expect((await browser().post('/auth/login', ada, { headers: { 'content-type': type } })).status).toBe(200)
  })

  it('answers payload_too_large 413 past 64 KiB, and not before', async () => {
    const { browser } = await world()
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

describe('origin check', () => {
  const send = async (headers: Record<string, string>, env: Record<string, string> = {}) => {
    const { app } = await world({ env })
    const reply = await app.inject({ method: 'POST', url: '/auth/logout', headers })
    return [reply.statusCode, reply.json().error]
  }
  const passes = [401, 'session_expired']
  const refused = [403, 'origin_not_allowed']
  const production = {
    ALLOW_LOOPBACK_ORIGINS: 'false',
    PUBLIC_URL: 'https://id.example.com',
    ALLOWED_ORIGINS: 'https://app.example.com',
  }

  it('accepts the own origin and the allowed ones', async () => {
    expect(await send({ origin: ORIGIN })).toEqual(passes)
    expect(await send({ origin: 'https://id.example.com' }, production)).toEqual(passes)
    expect(await send({ origin: 'https://app.example.com' }, production)).toEqual(passes)
  })

  it.each([
    'null',
    '',
    'https://evil.example',
    'https://id.example.com.evil.example',
    'https://id.example.com:8443',
    'http://id.example.com',
    'https://id.example.com/',
    'HTTPS://ID.EXAMPLE.COM',
    'https://id.example.com, https://id.example.com',
    'https://evil.id.example.com',
    'http://localhost:3000',
  ])('refuses the origin %j', async (origin) => {
    expect(await send({ origin }, production)).toEqual(refused)
  })

  it.each(['http://localhost:5173', 'http://127.0.0.1:8080', 'http://[::1]:3000', 'https://localhost'])(
    'accepts the loopback origin %j in development',
    async (origin) => expect(await send({ origin })).toEqual(passes),
  )

  it.each([
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://evil@localhost',
    'file://localhost',
    'http://localhost/x',
  ])('does not take %j for a loopback origin', async (origin) => expect(await send({ origin })).toEqual(refused))

  it('answers csrf_headers_missing 403 when Origin and Referer are both absent', async () => {
    expect(await send({})).toEqual([403, 'csrf_headers_missing'])
    const { app } = await world()
    expect((await app.inject({ method: 'POST', url: '/auth/logout' })).json().message).toContain('CSRF headers are missing')
  })

  it('falls back to Referer, reduced to its origin, only when Origin is absent', async () => {
    expect(await send({ referer: 'https://id.example.com/some/page?x=1' }, production)).toEqual(passes)
    expect(await send({ referer: 'https://id.example.com' }, production)).toEqual(passes)
    expect(await send({ referer: 'https://evil.example/https://id.example.com/' }, production)).toEqual(refused)
    expect(await send({ referer: 'https://id.example.com@evil.example/' }, production)).toEqual(refused)
    expect(await send({ referer: 'nonsense' }, production)).toEqual(refused)
    expect(await send({ origin: 'https://evil.example', referer: 'https://id.example.com/' }, production)).toEqual(refused)
  })

  it('lets requests without both headers pass when AllowMissingCSRFHeaders is on, unless the browser says cross-site', async () => {
    const env = { ...production, ALLOW_MISSING_CSRF_HEADERS: 'true' }
    expect(await send({}, env)).toEqual(passes)
    expect(await send({ 'sec-fetch-site': 'cross-site' }, env)).toEqual(refused)
    expect(await send({ 'sec-fetch-site': 'cross-site', origin: 'https://app.example.com' }, env)).toEqual(passes)
    expect(await send({ origin: 'https://evil.example' }, env)).toEqual(refused)
  })

  it('never believes forwarded hosts', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' }
    expect(await send(headers, { ...production, TRUSTED_PROXIES: '127.0.0.1' })).toEqual(refused)
  })

  it.each(unsafe)('comes first on %s %s: before the session and before the body', async (method, path) => {
    const { app } = await world()
    const inject = { method: method as 'POST', url: path.replace(/\{\w+\}/g, 'x') }
    const bad = await app.inject({
      ...inject,
      headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
      payload: '{',
    })
    expect([bad.statusCode, bad.json().error]).toEqual([403, 'origin_not_allowed'])
    const none = await app.inject(inject)
    expect([none.statusCode, none.json().error]).toEqual([403, 'csrf_headers_missing'])
  })

  it('does not concern the form of a provider, which only sends the browser on, and changes nothing', async () => {
    expect(endpointList.filter(({ isForeignForm }) => isForeignForm).map(({ route }) => route)).toEqual([
      'POST /auth/oauth/{provider}/callback',
    ])
    const { signedUp, statements } = await oauthWorld()
    const ada = await signedUp()
    const before = statements().length
    const headers = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await ada.post('/auth/oauth/corp/callback', undefined, { raw: 'state=s&code=c&x=y', headers })
    expect(reply).toMatchObject({ status: 303, setCookies: [] })
    expect(reply.headers['location']).toBe(`${ORIGIN}/auth/oauth/corp/callback?state=s&code=c`)
    expect(statements().slice(before)).toEqual([])
  })

  it('then the session, then the body', async () => {
    const { browser } = await world()
    const reply = await browser().put('/auth/name', undefined, { raw: '{', headers: { 'content-type': 'text/plain' } })
    expect(reply).toMatchObject({ status: 401, body: { error: 'session_expired' } })
  })

  it('does not concern reads', async () => {
    const { browser } = await world()
    expect((await browser().get('/auth/check', { headers: { origin: 'https://evil.example' } })).status).toBe(200)
  })

  const embedded = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
  const framed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }
  const navigated = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

  it.each(['/auth/check', '/auth/invite/info', '/sign-in', '/openapi.json', '/healthz'])(
    'refuses what a page of another site loads for itself: GET %s',
    async (url) => {
      const { app } = await world({ env: { ENABLE_INVITE: 'true' } })
      for (const headers of [embedded, framed, { ...embedded, origin: 'https://evil.example', 'sec-fetch-mode': 'cors' }]) {
        const reply = await app.inject({ url, headers })
        expect([reply.statusCode, reply.json().error]).toEqual(refused)
      }
    },
  )

  it.each(['/auth/check', '/sign-in', '/healthz'])(
    'refuses what a script of a neighbour reads that is not allowed: GET %s',
    async (url) => {
      const { app } = await world({ env: production })
      const status = async (headers: Record<string, string>) => {
        const read = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', ...headers }
        return (await app.inject({ url, headers: read })).statusCode
      }
      expect(await status({ origin: 'https://blog.example.com' })).toBe(403)
      expect(await status({ origin: 'null' })).toBe(403)
      expect(await status({ origin: 'https://app.example.com' })).toBe(200)
      expect(await status({ ...navigated, 'sec-fetch-site': 'same-site', origin: 'https://blog.example.com' })).toBe(200)
    },
  )

  it('lets people follow links from another site, and allowed origins read', async () => {
    const { app } = await world({ env: production })
    const status = async (url: string, headers: Record<string, string>) => (await app.inject({ url, headers })).statusCode
    expect(await status('/sign-in', navigated)).toBe(200)
    expect(await status('/auth/check', { ...embedded, 'sec-fetch-mode': 'cors', origin: 'https://app.example.com' })).toBe(200)
    for (const site of ['same-origin', 'same-site', 'none'])
      expect(await status('/auth/check', { ...embedded, 'sec-fetch-site': site })).toBe(200)
  })

  it('takes the form of a provider from the window alone, never from a frame or a script', async () => {
    const { app } = await oauthWorld()
    const send = async (headers: Record<string, string>) => {
      const type = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }
      const request = { method: 'POST', url: '/auth/oauth/corp/callback', payload: 'state=s' } as const
      return (await app.inject({ ...request, headers: { ...type, ...headers } })).statusCode
    }
    expect(await send(navigated)).toBe(303)
    expect(await send(framed)).toBe(403)
    expect(await send({ ...embedded, 'sec-fetch-dest': 'empty' })).toBe(403)
  })
})

describe('CORS', () => {
  const env = { ALLOWED_ORIGINS: 'https://app.example.com' }

  it('answers a preflight of an allowed origin', async () => {
    const { app } = await world({ env })
    const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'PUT' }
    const reply = await app.inject({ method: 'OPTIONS', url: '/auth/name', headers })
    expect(reply.statusCode).toBe(204)
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'PUT',
      'access-control-allow-headers': 'Content-Type, X-CSRF-Token',
      vary: 'Origin',
    })
  })

  it('allows nothing to another origin', async () => {
    const { app } = await world({ env })
    for (const origin of ['https://evil.example', 'null', '*']) {
      const headers = { origin, 'access-control-request-method': 'PUT' }
      for (const method of ['OPTIONS', 'GET'] as const) {
        const reply = await app.inject({ method, url: '/auth/check', headers })
        expect(reply.headers).not.toHaveProperty('access-control-allow-origin')
        expect(reply.headers).not.toHaveProperty('access-control-allow-credentials')
        expect(reply.headers['vary']).toBe('Origin')
      }
    }
  })

  it('marks answers for an allowed origin, errors too', async () => {
    const { app } = await world({ env })
    const reply = await app.inject({ url: '/auth/me', headers: { origin: 'https://app.example.com' } })
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['access-control-allow-origin']).toBe('https://app.example.com')
  })
})

describe('client address', () => {
  const ipSeen = async (env: Record<string, string>, forwarded: string) => {
    const { browser } = await world({ env })
    const reply = await browser().post('/auth/register', ada, { headers: { 'x-forwarded-for': forwarded } })
    return reply.body.session.ipAddress
  }

  it('is the socket’s, whatever the headers claim', async () => {
    expect(await ipSeen({}, '203.0.113.9')).toBe('127.0.0.1')
    expect(await ipSeen({ TRUSTED_PROXIES: '10.0.0.0/8' }, '203.0.113.9')).toBe('127.0.0.1')
  })

  it('is the rightmost untrusted hop behind trusted proxies', async () => {
    const env = { TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' }
    expect(await ipSeen(env, '203.0.113.9')).toBe('203.0.113.9')
    expect(await ipSeen(env, '1.2.3.4, 203.0.113.9, 10.1.2.3')).toBe('203.0.113.9')
  })

  it.each([
    ['203.0.113.9:5678', '203.0.113.9'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
    ['fe80::1%eth0', 'fe80::1'],
    ['203.0.113.9:5678, 10.1.2.3:443', '203.0.113.9'],
    ['203.0.113.9, [fd00::7]:8080, 10.1.2.3:443', '203.0.113.9'],
    ['1.2.3.4, 203.0.113.9:1, ::ffff:10.1.2.3', '203.0.113.9'],
  ])('is an address alone, without the port and brackets of %j', async (forwarded, ip) => {
    const { browser, sql } = await world({ env: { TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8,fd00::/8' } })
    const reply = await browser().post('/auth/register', ada, { headers: { 'x-forwarded-for': forwarded } })
    expect(reply.body.session.ipAddress).toBe(ip)
    expect(await sql(`SELECT DISTINCT ip FROM audit_events`)).toEqual([{ ip }])
  })

  it.each([
    'unknown',
    '203.0.113.9:',
    '203.0.113.9:123456',
    '203.0.113.09',
    '203.0.113.9.',
    '[203.0.113.9',
    '2001:db8::1]',
    '[2001:db8::1]x',
    '[]:80',
    '_hidden',
    `${'1'.repeat(300)}.1.1.1`,
    `2001:db8::${'1'.repeat(300)}`,
    `203.0.113.9, ${'x'.repeat(300)}, 10.1.2.3`,
  ])('is the peer’s where the hop is none: %j', async (forwarded) => {
    expect(await ipSeen({ TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' }, forwarded)).toBe('127.0.0.1')
  })

  it.each([
    ['::ffff:127.0.0.1', '10.0.0.0/8'],
    ['127.0.0.0/8', '::ffff:10.0.0.0/104'],
  ])('is found behind proxies that are written as %s and %s', async (...ranges) => {
    expect(await ipSeen({ TRUSTED_PROXIES: ranges.join() }, '203.0.113.9, 10.1.2.3')).toBe('203.0.113.9')
    expect(await ipSeen({ TRUSTED_PROXIES: ranges.join() }, '10.9.9.9, 11.1.2.3')).toBe('11.1.2.3')
  })

  it('is the leftmost hop where all are trusted', async () => {
    expect(await ipSeen({ TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' }, '10.1.2.3, 10.4.5.6')).toBe('10.1.2.3')
  })

  it('is looked for in thirty hops, and not in thousands', async () => {
    const hops = Array.from({ length: 1000 }, (_, n) => `10.0.${n >> 8}.${n & 0xff}`)
    expect(await ipSeen({ TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' }, hops.toReversed().join())).toBe(hops[29])
  })

  it('is stored with a user agent that is cut at 512 characters and has no control characters', async () => {
    const { browser } = await world()
    const reply = await browser().post('/auth/register', ada, { headers: { 'user-agent': `a\tb${'x'.repeat(600)}` } })
    expect(reply.body.session.userAgent).toBe(`ab${'x'.repeat(510)}`)
  })
})
