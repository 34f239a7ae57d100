import { describe, expect, it } from 'vitest'
import { APP, ID, onHost, visiting } from '../../../../test/support/two-hosts.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

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

  it('has a bounded number of tickets for one session, and the latest of them work', async () => {
    const { open, atApp, atService, sql } = await visiting()
    const started = (await open(atApp, `${APP}/.latchkey/start`)).headers['location']
    const tickets = async () => (await sql(`SELECT hash FROM app_tickets`)).length
    for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 20 }, () => open(atService, started)))
    expect(await tickets()).toBeLessThanOrEqual(32)
    expect((await open(atApp, (await open(atService, started)).headers['location'])).status).toBe(303)
    expect(await tickets()).toBeLessThanOrEqual(32)
  })

  it('keeps one session out of the tickets of another', async () => {
    const { open, atApp, atService, browser, toCallback, fromService } = await visiting()
    const callback = await toCallback()
    const other = browser()
    await other.post('/auth/login', { email: 'ada@example.com', password: PASSWORD }, fromService)
    const started = (await open(browser(), `${APP}/.latchkey/start`)).headers['location']
    for (let round = 0; round < 40; round++) expect((await open(other, started)).status).toBe(303)
    expect((await open(atApp, callback)).status).toBe(303)
    expect((await open(atService, started)).status).toBe(303)
  })

  it('writes nothing for a look at the headers, and keeps no ticket for long', async () => {
    const { app, atService, open, atApp, toCallback, sql, clock, purge } = await visiting()
    const { pathname, search } = new URL(String((await open(atApp, `${APP}/.latchkey/start`)).headers['location']))
    const head = await app.inject({ method: 'HEAD', url: pathname + search, headers: { cookie: atService.cookieHeader() } })
    expect([head.statusCode, head.headers['allow']]).toEqual([405, 'GET'])
    expect(await sql(`SELECT hash FROM app_tickets`)).toEqual([])
    const callback = await toCallback()
    clock.advance(11 * 60_000)
    await purge.run()
    expect(await sql(`SELECT hash FROM app_tickets`)).toEqual([])
    expect((await open(atApp, callback)).status).toBe(400)
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
    const late = await toCallback()
    await atService.post('/auth/logout', undefined, fromService)
    expect((await open(atApp, late)).status).toBe(400)
  })

  it.each(['without a cookie', 'with the cookie of another attempt'])('spends a ticket that is shown %s', async (how) => {
    const { toCallback, open, atApp, browser, sql } = await visiting()
    const stranger = browser()
    if (how !== 'without a cookie') await toCallback(APP, '/', stranger)
    const callback = await toCallback()
    for (let n = 0; n < 2; n++) expect((await open(stranger, callback)).status).toBe(400)
    expect((await open(atApp, callback)).status).toBe(410)
    expect(await sql(`SELECT hash FROM app_sessions`)).toEqual([])
    expect((await open(atApp, await toCallback())).status).toBe(303)
  })

  it('says on a page that cookies may be blocked', async () => {
    const { toCallback, open, browser } = await visiting()
    const reply = await open(browser(), await toCallback())
    expect([reply.status, reply.text.includes('cookies are blocked')]).toEqual([400, true])
  })

  it('shows that page in our looks: its files lie below the one path that is ours there, whatever is configured', async () => {
    const { app } = await world()
    for (const here of [(await visiting()).app, app]) {
      const { payload } = await here.inject({ url: '/.latchkey/nothing', headers: onHost(APP) })
      const [, stylesheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(payload) ?? []
      expect(stylesheet).toMatch(/^\/\.latchkey\/_latchkey\//)
      expect((await here.inject({ url: stylesheet, headers: onHost(APP) })).statusCode).toBe(200)
    }
  })
})
