import { describe, expect, it } from 'vitest'
import { asking, env, forwarded, original, WIKI } from '../../../../test/support/asking-proxy.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

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

describe('/auth/forward for an application with demands', () => {
  it.each([
    ['https://admin.example.com', 'forbidden', `UPDATE accounts SET role = 'admin'`],
    ['https://vault.example.com', 'two_factor_required', `UPDATE sessions SET second_factor_at = 1`],
    ['https://shop.example.com', 'verification_required', `UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1`],
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
