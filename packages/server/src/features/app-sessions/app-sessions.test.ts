import { describe, expect, it } from 'vitest'
import { Browser, type Reply } from '../../../test/support/browser.ts'
import { PASSWORD, world } from '../../../test/support/world.ts'

const APP = 'https://wiki.test'
const ID = 'https://id.example.com'
const env = {
  PUBLIC_URL: ID,
  TRUSTED_PROXIES: '127.0.0.1',
  ALLOWED_ORIGINS: 'http://localhost:3000',
  FORWARD_AUTH_APPS: `${APP},https://shop.test,http://plain.test`,
}
const COOKIE = '__Host-latchkey_app'

const onHost = (origin: string) => {
  const { protocol, host } = new URL(origin)
  return { accept: 'text/html', 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host }
}

/** Ada at two hosts: her browser keeps the cookies of each apart. */
async function visiting() {
  const here = await world({ env })
  const atService = await here.signedUp()
  const atApp = new Browser(here.app)
  const open = (browser: Browser, address: unknown): Promise<Reply> => {
    const { origin, pathname, search } = new URL(String(address), ID)
    return browser.get(pathname + search, { headers: origin === ID ? { accept: 'text/html' } : onHost(origin) })
  }
  const toCallback = async (app = APP, path = '/page?x=1', browser = atApp): Promise<string> => {
    const started = await open(browser, `${app}/.latchkey/start?${new URLSearchParams({ returnTo: path })}`)
    const ticketed = await open(atService, started.headers['location'])
    return String(ticketed.headers['location'])
  }
  const arrive = async (app = APP) => open(atApp, await toCallback(app))
  const forward = async (app = APP, cookie = atApp.cookieHeader()) => {
    const headers = { ...onHost(app), 'x-forwarded-uri': '/page?x=1', 'x-forwarded-method': 'GET', cookie }
    const reply = await here.app.inject({ url: '/auth/forward', headers })
    return { status: reply.statusCode, location: reply.headers['location'], user: reply.headers['x-latchkey-email'] }
  }
  const fromService = { headers: { origin: ID } }
  return { ...here, atService, atApp, open, toCallback, arrive, forward, fromService }
}

describe('an application on another host', () => {
  it('leads through its own host to ours, and back to the page that was wanted', async () => {
    const { open, atApp, atService, forward } = await visiting()
    const refused = await forward()
    expect(refused).toMatchObject({ status: 302, location: `${APP}/.latchkey/start?returnTo=%2Fpage%3Fx%3D1` })
    const started = await open(atApp, refused.location)
    expect(started.status).toBe(303)
    expect(started.setCookies).toEqual([
      expect.stringMatching(/^__Host-latchkey_nonce=[\w-]{43}; Max-Age=600; Path=\/; SameSite=Lax; Secure; HttpOnly$/),
    ])
    expect(String(started.headers['location'])).toMatch(
      `${ID}/app-session?app=https%3A%2F%2Fwiki.test&path=%2Fpage%3Fx%3D1&nonce=`,
    )
    const ticketed = await open(atService, started.headers['location'])
    expect(String(ticketed.headers['location'])).toMatch(/^https:\/\/wiki\.test\/\.latchkey\/callback\?ticket=[\w-]{43}$/)
    const arrived = await open(atApp, ticketed.headers['location'])
    expect([arrived.status, arrived.headers['location']]).toEqual([303, `${APP}/page?x=1`])
    expect(arrived.setCookies).toEqual([
      expect.stringMatching(/^__Host-latchkey_app=[\w-]{43}; Max-Age=2592000; Path=\/; SameSite=Lax; Secure; HttpOnly$/),
    ])
    expect(await forward()).toMatchObject({ status: 200, user: 'ada@example.com' })
  })

  it.each([
    ['a page', '/page?x=1'],
    ['a long path', `/${'a'.repeat(2000)}`],
    ['a long query', `/?${'a=%20&'.repeat(300)}`],
  ])('asks a visitor to sign in first, and begins again at the application, in whichever browser, for %s', async (_, path) => {
    const { open, atApp, browser, fromService } = await visiting()
    const started = await open(atApp, `${APP}/.latchkey/start?${new URLSearchParams({ returnTo: path })}`)
    const door = await open(browser(), started.headers['location'])
    expect(door.status).toBe(303)
    const elsewhere = browser()
    await elsewhere.post('/auth/login', { email: 'ada@example.com', password: PASSWORD }, fromService)
    const back = String((await open(elsewhere, door.headers['location'])).headers['location'])
    // An address that is too long to begin at is the one of the page itself, which leads there.
    const again = back === `${APP}${path}` ? `${APP}/.latchkey/start?${new URLSearchParams({ returnTo: path })}` : back
    const elsewhereAtApp = browser()
    const ticketed = await open(elsewhere, (await open(elsewhereAtApp, again)).headers['location'])
    const arrived = await open(elsewhereAtApp, ticketed.headers['location'])
    expect([arrived.status, arrived.headers['location']]).toEqual([303, `${APP}${path}`])
  })

  it('lets several tabs arrive that began at once', async () => {
    const { toCallback, open, atApp } = await visiting()
    const callbacks = [await toCallback(APP, '/a'), await toCallback(APP, '/b')]
    const arrived = []
    for (const callback of callbacks) arrived.push((await open(atApp, callback)).headers['location'])
    expect(arrived).toEqual([`${APP}/a`, `${APP}/b`])
  })

  it('has a cookie without a prefix over http', async () => {
    const { arrive, forward } = await visiting()
    const arrived = await arrive('http://plain.test')
    expect(arrived.setCookies[0]).toMatch(/^latchkey_app=[\w-]{43}; Max-Age=2592000; Path=\/; SameSite=Lax; HttpOnly$/)
    expect((await forward('http://plain.test')).status).toBe(200)
  })

  it('lives for as long as the session does, and not for as long as its token', async () => {
    const { arrive, forward, clock } = await visiting()
    await arrive()
    clock.advance(29 * 86_400_000)
    expect((await forward()).status).toBe(200)
    clock.advance(2 * 86_400_000)
    expect((await forward()).status).toBe(302)
  })

  it.each([
    ['log-out', '/auth/logout', {}, 401],
    ['another password', '/auth/change-password', { oldPassword: PASSWORD, newPassword: 'another good 1' }, 200],
    ['a second factor', '/auth/2fa/enable', { password: PASSWORD }, 200],
  ])('is closed by %s in the same moment, also where its session is kept', async (_, path, body, kept) => {
    const { arrive, forward, atService, fromService } = await visiting()
    await arrive()
    expect((await forward()).status).toBe(200)
    expect((await atService.post(path, body, fromService)).status).toBe(200)
    expect([(await forward()).status, (await atService.get('/auth/me')).status]).toEqual([302, kept])
  })

  it('is closed by another password that was set in another session', async () => {
    const { arrive, forward, atService, fromService } = await visiting()
    await arrive()
    const other = atService.clone()
    await other.post('/auth/login', { email: 'ada@example.com', password: PASSWORD }, fromService)
    expect((await forward()).status).toBe(200)
    await other.post('/auth/change-password', { oldPassword: PASSWORD, newPassword: 'another good 1' }, fromService)
    expect((await forward()).status).toBe(302)
  })

  it('is closed by a ban in the same moment', async () => {
    const { arrive, forward, sql } = await visiting()
    await arrive()
    expect((await forward()).status).toBe(200)
    await sql(`UPDATE accounts SET banned_at = 1`)
    expect((await forward()).status).toBe(302)
  })

  it('does not know the cookie of another application, nor our own', async () => {
    const { arrive, forward, atApp, atService } = await visiting()
    await arrive()
    expect((await forward('https://shop.test')).status).toBe(302)
    expect((await forward(APP, atService.cookieHeader())).status).toBe(302)
    const token = atApp.jar.get(COOKIE)
    for (const cookie of [
      `${COOKIE}=${token}; ${COOKIE}=${token}`,
      `latchkey_app=${token}`,
      `${COOKIE}=x`,
      `app_session=${token}`,
    ])
      expect((await forward(APP, cookie)).status, cookie).toBe(302)
  })
})

describe('GET /.latchkey/start', () => {
  it('answers 403 app_not_allowed on a host that is none of the applications', async () => {
    const { open, atApp, browser } = await visiting()
    for (const address of ['https://evil.test/.latchkey/start', `${APP}:8443/.latchkey/start`])
      expect((await open(atApp, address)).status).toBe(403)
    expect((await browser().get('/.latchkey/start')).body).toMatchObject({ error: 'app_not_allowed' })
  })

  it('comes back to the application itself from anywhere else', async () => {
    const { open, atApp } = await visiting()
    for (const returnTo of ['https://evil.test/', '//evil.test', '/\\evil.test', 'page', '/\t/evil.test']) {
      const { headers } = await open(atApp, `${APP}/.latchkey/start?${new URLSearchParams({ returnTo })}`)
      expect(new URL(String(headers['location'])).searchParams.get('path'), returnTo).toBe('/')
    }
  })
})

describe('/app-session', () => {
  it('is not there for an application, a path or a browser that it cannot lead to', async () => {
    const { open, atService, sql } = await visiting()
    const nonce = 'A'.repeat(43)
    for (const facts of [
      { app: 'https://evil.test', path: '/', nonce },
      { app: `${APP}/`, path: '/', nonce },
      { app: APP, path: '@evil.test/', nonce },
      { app: APP, path: '//evil.test', nonce },
      { app: APP, path: '/', nonce: 'short' },
      { app: APP, path: '/' },
    ])
      expect((await open(atService, `${ID}/app-session?${new URLSearchParams(facts)}`)).status, JSON.stringify(facts)).toBe(404)
    expect(await sql(`SELECT hash FROM app_tickets`)).toEqual([])
  })
})

describe('GET /.latchkey/callback', () => {
  it('leads to a page whose name a header cannot hold as it is', async () => {
    const { open, atApp, atService } = await visiting()
    const started = new URL(String((await open(atApp, `${APP}/.latchkey/start`)).headers['location']))
    started.searchParams.set('path', '/日本 x?q=ä')
    const arrived = await open(atApp, (await open(atService, started)).headers['location'])
    expect([arrived.status, arrived.headers['location']]).toEqual([303, `${APP}/%E6%97%A5%E6%9C%AC%20x?q=%C3%A4`])
  })

  it('answers 410 ticket_used to a ticket that comes again, and sets nothing', async () => {
    const { toCallback, open, atApp } = await visiting()
    const callback = await toCallback()
    const twin = atApp.clone()
    expect((await open(atApp, callback)).status).toBe(303)
    const again = await open(twin, callback)
    expect([again.status, again.setCookies]).toEqual([410, []])
    expect(
      (await twin.get(new URL(callback).pathname + new URL(callback).search, { headers: { ...onHost(APP), accept: '*/*' } }))
        .body,
    ).toMatchObject({ error: 'ticket_used' })
  })

  it('lets exactly one of many in', async () => {
    const { toCallback, open, atApp, sql } = await visiting()
    const callback = await toCallback()
    const replies = await Promise.all(Array.from({ length: 20 }, () => open(atApp.clone(), callback)))
    expect(replies.map(({ status }) => status).sort()).toEqual([303, ...Array(19).fill(410)])
    expect(await sql(`SELECT hash FROM app_sessions`)).toHaveLength(1)
  })

  it.each([
    ['410 ticket_expired late', 410, 'ticket_expired', APP, 31_000, true],
    ['403 app_not_allowed on another host', 403, 'app_not_allowed', 'https://shop.test', 0, true],
    ['400 invalid_ticket without the cookie it was asked for with', 400, 'invalid_ticket', APP, 0, false],
  ] as const)('answers %s, and sets nothing', async (_, status, error, app, waitMs, hasCookie) => {
    const { toCallback, atApp, browser, clock, sql } = await visiting()
    const { pathname, search } = new URL(await toCallback())
    clock.advance(waitMs)
    const reply = await (hasCookie ? atApp : browser()).get(pathname + search, { headers: { ...onHost(app), accept: '*/*' } })
    expect([reply.status, reply.body.error, reply.setCookies]).toEqual([status, error, []])
    expect(await sql(`SELECT hash FROM app_sessions`)).toEqual([])
  })

  it('answers 400 invalid_ticket with the cookie of another attempt, to junk, and once the session has ended', async () => {
    const { toCallback, open, atApp, atService, browser, fromService } = await visiting()
    const stranger = browser()
    await toCallback(APP, '/', stranger)
    const callback = await toCallback()
    expect((await open(stranger, callback)).status).toBe(400)
    expect((await open(atApp, `${APP}/.latchkey/callback?ticket=x`)).status).toBe(400)
    expect((await open(atApp, `${APP}/.latchkey/callback?ticket=${'A'.repeat(43)}`)).status).toBe(400)
    await atService.post('/auth/logout', undefined, fromService)
    expect((await open(atApp, callback)).status).toBe(400)
  })

  it('says on a page that cookies may be blocked', async () => {
    const { toCallback, open, browser } = await visiting()
    const reply = await open(browser(), await toCallback())
    expect([reply.status, reply.text.includes('cookies are blocked')]).toEqual([400, true])
  })
})
