import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { PASSWORD, world } from '../../../test/support/world.ts'

const WIKI = 'https://wiki.example.com'
const env = {
  PUBLIC_URL: 'https://id.example.com',
  COOKIE_DOMAIN: 'example.com',
  TRUSTED_PROXIES: '127.0.0.1',
  ALLOWED_ORIGINS: 'http://localhost:3000',
  FORWARD_AUTH_APPS: `${WIKI},https://admin.example.com;role=admin,https://vault.example.com;2fa,https://shop.example.com;verified,https://id.example.com,https://other.test`,
}

type Headers = Record<string, string>

/** As nginx describes a request. */
const original = (url = `${WIKI}/page?x=1`, method = 'GET'): Headers => ({ 'x-original-url': url, 'x-original-method': method })
/** As the others do. */
const forwarded = (host = 'wiki.example.com', more: Headers = {}): Headers => ({
  'x-forwarded-proto': 'https',
  'x-forwarded-host': host,
  'x-forwarded-uri': '/page?x=1',
  'x-forwarded-method': 'GET',
  accept: 'text/html',
  ...more,
})

async function asking(more: Headers = {}) {
  const here = await world({ env: { ...env, ...more } })
  const browser = await here.signedUp()
  const cookie = browser.cookieHeader()
  const ask = async (headers: Headers, method = 'GET', url = '/auth/forward') => {
    const reply = await here.app.inject({ method: method as 'GET', url, headers })
    const location = reply.headers['location']
    const error: unknown = reply.body === '' ? undefined : JSON.parse(reply.body).error
    return { status: reply.statusCode, location, error, headers: reply.headers, body: reply.body }
  }
  return { ...here, browser, cookie, ask }
}

describe('/auth/forward', () => {
  it.each([
    ['nginx', original()],
    ['the others', forwarded()],
    ['both, when they agree', { ...original(), ...forwarded() }],
  ])('tells %s who it is, with nothing to read and no cookie', async (_, headers) => {
    const { ask, cookie, sql } = await asking()
    const reply = await ask({ ...headers, cookie })
    expect([reply.status, reply.body, reply.headers['set-cookie']]).toEqual([200, '', undefined])
    const [account] = await sql(`SELECT id FROM accounts`)
    const [session] = await sql(`SELECT id FROM sessions`)
    const told = Object.fromEntries(Object.entries(reply.headers).filter(([name]) => /^(x-latchkey|remote)-/.test(name)))
    expect(told).toEqual({
      'x-latchkey-user': account?.['id'],
      'x-latchkey-email': 'ada@example.com',
      'x-latchkey-email-verified': 'false',
      'x-latchkey-name': 'Ada',
      'x-latchkey-role': 'user',
      'x-latchkey-session': session?.['id'],
      'x-latchkey-second-factor': 'false',
    })
  })

  it('percent-encodes the name, and adds the names that many applications know', async () => {
    const { ask, browser } = await asking({ FORWARD_AUTH_HEADERS: 'remote' })
    await browser.put('/auth/name', { name: 'Ådä, 50 %' }, { headers: { origin: 'https://id.example.com' } })
    const { headers } = await ask({ ...original(), cookie: browser.cookieHeader() })
    expect(headers).toMatchObject({
      'x-latchkey-name': '%C3%85d%C3%A4%2C%2050%20%25',
      'remote-name': '%C3%85d%C3%A4%2C%2050%20%25',
      'remote-user': headers['x-latchkey-user'],
      'remote-email': 'ada@example.com',
      'remote-groups': 'user',
    })
  })

  it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'REPORT'])('answers %s', async (method) => {
    const { ask, cookie } = await asking()
    expect((await ask({ ...original(), cookie }, method)).status).toBe(200)
  })

  it('answers below its path, where Envoy asks, and ignores what it is sent', async () => {
    const { app, cookie } = await asking()
    const reply = await app.inject({
      method: 'POST',
      url: '/auth/forward/page?x=1',
      headers: { ...forwarded(), cookie, 'content-type': 'text/csv' },
      payload: 'a,b',
    })
    expect(reply.statusCode).toBe(200)
  })

  it('does not renew a session, whatever the refresh cookie', async () => {
    const { ask, cookie, clock, statements } = await asking()
    clock.advance(25 * 3_600_000)
    const before = statements().length
    const reply = await ask({ ...original(), cookie })
    expect([reply.status, reply.headers['set-cookie']]).toEqual([401, undefined])
    expect(
      statements()
        .slice(before)
        .filter((text) => !text.startsWith('SELECT')),
    ).toEqual([])
  })
})

describe('/auth/forward without a session', () => {
  const WAY_IN = `https://id.example.com/sign-in?returnTo=${encodeURIComponent(`${WIKI}/page?x=1`)}`

  it.each([
    ['302', 'a browser', forwarded(), 302],
    ['401', 'nginx', original(), 401],
    ['401', 'a program', forwarded('wiki.example.com', { accept: 'application/json' }), 401],
    ['401', 'an unsafe method', forwarded('wiki.example.com', { 'x-forwarded-method': 'POST', origin: WIKI }), 401],
    ['401', 'a socket', forwarded('wiki.example.com', { 'sec-websocket-key': 'x', origin: WIKI }), 401],
  ])('answers %s for %s, with the way in', async (_, __, headers, status) => {
    const { ask } = await asking()
    const reply = await ask(headers)
    expect([reply.status, reply.location, reply.error]).toEqual([status, WAY_IN, status === 401 ? 'unauthorized' : undefined])
  })

  it('leads to the application where the address is too long to come back to', async () => {
    const { ask } = await asking()
    const { location } = await ask(original(`${WIKI}/${'a'.repeat(3000)}`))
    expect(location).toBe(`https://id.example.com/sign-in?returnTo=${encodeURIComponent(`${WIKI}/`)}`)
  })

  it('takes cookies that are malformed, doubled, unknown or ended for none', async () => {
    const { ask, cookie, browser } = await asking()
    const token = browser.jar.get('app_session')
    const cookies = [
      'app_session=',
      'app_session=x',
      `app_session=${'A'.repeat(43)}`,
      `${cookie}; app_session=${token}`,
      `APP_SESSION=${token}`,
      '=;;',
      `app_session="${token}"`,
    ]
    for (const one of cookies) expect((await ask({ ...original(), cookie: one })).status, one).toBe(401)
    await browser.post('/auth/logout', undefined, { headers: { origin: 'https://id.example.com' } })
    expect((await ask({ ...original(), cookie })).status).toBe(401)
  })

  it('lets nothing through for its path, its user agent or its method', async () => {
    const { ask } = await asking()
    for (const path of ['/health', '/healthz', '/favicon.ico', '/.well-known/acme-challenge/x', '/static/a.js', '/auth/forward'])
      expect((await ask(original(`${WIKI}${path}`))).status, path).toBe(401)
    for (const agent of ['kube-probe/1.27', 'GoogleHC/1.0', 'ELB-HealthChecker/2.0'])
      expect((await ask({ ...original(), 'user-agent': agent })).status, agent).toBe(401)
    expect((await ask(original(`${WIKI}/`, 'OPTIONS'))).status).toBe(401)
  })
})

describe('/auth/forward answers 403 app_not_allowed', () => {
  it.each([
    ['nothing that names an application', {}],
    ['an application that is not named', original('https://evil.example.com/')],
    ['another scheme', original('http://wiki.example.com/')],
    ['another port', original('https://wiki.example.com:8443/')],
    ['a host that only ends like one', forwarded('evilwiki.example.com')],
    ['a host below one', forwarded('a.wiki.example.com')],
    ['a trailing dot', forwarded('wiki.example.com.')],
    ['userinfo', original('https://wiki.example.com@evil.test/')],
    ['userinfo before it', original('https://a:b@wiki.example.com/')],
    ['a host with userinfo', forwarded('a@wiki.example.com')],
    ['a list of hosts', forwarded('wiki.example.com, evil.test')],
    ['a list of schemes', forwarded('wiki.example.com', { 'x-forwarded-proto': 'https,http' })],
    ['a path in the host', forwarded('wiki.example.com/evil')],
    ['a backslash', original('https://wiki.example.com\\@evil.test/')],
    ['no scheme', original('wiki.example.com/')],
    ['another kind of address', original('ftp://wiki.example.com/')],
    ['a host without a scheme', { 'x-forwarded-host': 'wiki.example.com' }],
    ['a path that is none', forwarded('wiki.example.com', { 'x-forwarded-uri': '.evil.test/' })],
    ['two kinds that differ', { ...original(), ...forwarded('admin.example.com') }],
    ['two kinds of which the scheme differs', { ...original(), 'x-forwarded-proto': 'http' }],
    ['a list of addresses', original(`${WIKI}/, ${WIKI}/`)],
  ])('for %s', async (_, headers) => {
    const { ask, cookie } = await asking()
    expect(await ask({ ...headers, cookie })).toMatchObject({ status: 403, error: 'app_not_allowed', location: undefined })
  })

  it('for a header that comes twice', async () => {
    const { cookie, listen } = await asking({ PORT: '0' })
    const port = Number(new URL(await listen()).port)
    const statusOf = (headers: Record<string, string | string[]>) =>
      new Promise((resolve, reject) => {
        const call = request({ port, host: '127.0.0.1', path: '/auth/forward', headers: { ...headers, cookie } }, (reply) =>
          resolve(reply.resume().statusCode),
        )
        call.once('error', reject).end()
      })
    const host = 'wiki.example.com'
    expect(await statusOf(original())).toBe(200)
    expect(await statusOf({ ...original(), 'x-original-url': [`${WIKI}/`, `${WIKI}/`] })).toBe(403)
    expect(await statusOf({ ...forwarded(), 'x-forwarded-host': [host, host] })).toBe(403)
  })

  it('to whoever is not a trusted proxy', async () => {
    const { ask, cookie } = await asking({ TRUSTED_PROXIES: '10.0.0.0/8' })
    for (const headers of [original(), { ...forwarded(), 'x-forwarded-for': '10.0.0.1' }])
      expect(await ask({ ...headers, cookie })).toMatchObject({ status: 403, error: 'app_not_allowed' })
  })
})

describe('/auth/forward for what changes something, or opens a socket', () => {
  const post = (more: Headers) => ({ ...original(`${WIKI}/page`, 'POST'), ...more })
  const socket = (more: Headers) => ({ ...original(), 'sec-websocket-key': 'x', ...more })

  it.each([
    ['its own origin', { origin: WIKI }, 200],
    ['another origin', { origin: 'https://evil.test' }, 403],
    ['a neighbour', { origin: 'https://admin.example.com', 'sec-fetch-site': 'same-origin' }, 403],
    ['no origin to tell', { origin: 'null' }, 403],
    ['nothing', {}, 403],
    ['the word of the browser alone', { 'sec-fetch-site': 'same-origin' }, 200],
    ['an address that was typed', { 'sec-fetch-site': 'none' }, 200],
    ['another page of the site', { 'sec-fetch-site': 'same-site' }, 403],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ] as const)('wants to know where it comes from: %s', async (_, more, status) => {
    const { ask, cookie } = await asking()
    for (const headers of [post(more), socket(more), { ...original(), upgrade: 'websocket', ...more }]) {
      const reply = await ask({ ...headers, cookie })
      expect([reply.status, reply.error]).toEqual([status, status === 403 ? 'origin_not_allowed' : undefined])
    }
    const wss = forwarded('wiki.example.com', { 'x-forwarded-proto': 'wss', ...more })
    expect((await ask({ ...wss, cookie })).status).toBe(status)
  })

  it('takes a method that is not told, unknown or in doubt for unsafe', async () => {
    const { ask, cookie } = await asking()
    const { 'x-original-url': url = '' } = original()
    for (const headers of [
      { 'x-original-url': url },
      original(url, 'get'),
      original(url, 'FOO'),
      { ...original(url), 'x-forwarded-method': 'POST' },
      original(url, 'GET, GET'),
    ])
      expect((await ask({ ...headers, cookie })).error).toBe('origin_not_allowed')
  })

  it('says so before it says who is signed in', async () => {
    const { ask } = await asking()
    expect((await ask(post({ origin: 'https://evil.test' }))).error).toBe('origin_not_allowed')
  })
})

describe('/auth/forward for an application with demands', () => {
  it.each([
    ['https://admin.example.com', 'forbidden', `UPDATE accounts SET role = 'admin'`],
    ['https://vault.example.com', 'two_factor_required', `UPDATE sessions SET second_factor_at = 1`],
    ['https://shop.example.com', 'verification_required', `UPDATE accounts SET verified_at = 1`],
  ])('%s answers 403 %s until it is met, and never redirects', async (app, code, meet) => {
    const { ask, cookie, sql } = await asking()
    const headers = { ...original(`${app}/`), cookie }
    expect(await ask(headers)).toMatchObject({ status: 403, error: code, location: undefined })
    expect(await ask({ ...forwarded(new URL(app).host), cookie })).toMatchObject({
      status: 403,
      error: code,
      location: undefined,
    })
    await sql(meet)
    expect((await ask(headers)).status).toBe(200)
  })
})

describe('/auth/forward and hosts that our cookies are not meant for', () => {
  it('knows nobody there by our own cookies', async () => {
    const { ask, cookie } = await asking()
    expect((await ask({ ...original('https://other.test/'), cookie })).status).toBe(401)
  })

  it('does not wait for cookies over http that browsers send over https alone', async () => {
    const { ask, cookie } = await asking({ FORWARD_AUTH_APPS: 'http://wiki.example.com' })
    expect(await ask({ ...original('http://wiki.example.com/page'), cookie })).toMatchObject({
      status: 401,
      location: 'http://wiki.example.com/.latchkey/start?returnTo=%2Fpage',
    })
  })

  it('knows people on our own host without a domain, and on no other', async () => {
    const { COOKIE_DOMAIN: _, ...hostOnly } = env
    const here = await world({ env: hostOnly })
    const cookie = (await here.signedUp()).cookieHeader()
    const statusAt = async (url: string) =>
      (await here.app.inject({ url: '/auth/forward', headers: { ...original(url), cookie } })).statusCode
    expect(await statusAt('https://id.example.com/app')).toBe(200)
    expect(await statusAt(`${WIKI}/`)).toBe(401)
  })
})

describe('/auth/forward when something is wrong', () => {
  it('answers 503 not_ready while the database does not answer, once nothing is kept', async () => {
    const { ask, cookie, closeDatabase } = await asking({ SESSION_CACHE_SIZE: '0' })
    await closeDatabase()
    expect(await ask({ ...original(), cookie })).toMatchObject({ status: 503, error: 'not_ready' })
  })

  it('counts by session, and not by address', async () => {
    const { ask, cookie, browser } = await asking({
      RATE_LIMITS: 'true',
      LIMIT_FORWARD_PER_MINUTE: '5',
      LIMIT_GENERAL_PER_MINUTE: '20',
    })
    for (let at = 0; at < 5; at++) expect((await ask({ ...original(), cookie })).status).toBe(200)
    const refused = await ask({ ...original(), cookie })
    expect([refused.status, refused.error]).toEqual([429, 'rate_limit_exceeded'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    for (let at = 0; at < 30; at++) expect((await ask(original())).status).toBe(401)
    const again = { email: 'ada@example.com', password: PASSWORD }
    await browser.post('/auth/login', again, { headers: { origin: 'https://id.example.com' } })
    expect((await ask({ ...original(), cookie: browser.cookieHeader() })).status).toBe(200)
  })
})
