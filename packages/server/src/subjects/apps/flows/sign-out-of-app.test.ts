import { describe, expect, it } from 'vitest'
import type { Browser } from '../../../../test/support/browser.ts'
import { APP, ID, onHost, visiting } from '../../../../test/support/two-hosts.ts'
import { world } from '../../../../test/support/world.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const ASKED = `${ID}/sign-out?returnTo=https%3A%2F%2Fwiki.test%2Fbye`

async function atApp() {
  const here = await visiting()
  await here.arrive()
  const leave = (headers: Record<string, string> = {}, returnTo = '/bye', host = APP) =>
    here.atApp.post('/.latchkey/sign-out', undefined, {
      raw: new URLSearchParams({ returnTo }).toString(),
      headers: { ...onHost(host), ...FORM, origin: APP, ...headers },
    })
  const isSignedIn = async () => (await here.atService.clone().get('/auth/me')).status === 200
  return { ...here, leave, isSignedIn }
}

describe('GET /.latchkey/sign-out', () => {
  it('leads to the page that asks, and changes nothing', async () => {
    const { open, atApp: browser, isSignedIn, forward } = await atApp()
    const { status, headers, setCookies } = await open(browser, `${APP}/.latchkey/sign-out?returnTo=/bye`)
    expect([status, headers['location'], setCookies]).toEqual([303, ASKED, []])
    expect([await isSignedIn(), (await forward()).status]).toEqual([true, 200])
  })

  it('leads back to no other host', async () => {
    const { open, atApp: browser } = await atApp()
    for (const returnTo of ['https://evil.test/', '//evil.test', '@evil.test']) {
      const { headers } = await open(browser, `${APP}/.latchkey/sign-out?${new URLSearchParams({ returnTo })}`)
      expect(new URL(String(headers['location'])).searchParams.get('returnTo'), returnTo).toBe(`${APP}/`)
    }
    expect((await open(browser, 'https://evil.test/.latchkey/sign-out')).status).toBe(403)
  })
})

describe('POST /.latchkey/sign-out', () => {
  it('ends the session of the app, and the one behind it, at once, and leads back', async () => {
    const { leave, open, atService, atApp: browser, forward, auditTypes } = await atApp()
    const token = browser.jar.get('__Host-latchkey_app')
    const { status, headers, setCookies } = await leave()
    expect([status, headers['location']]).toEqual([303, ASKED])
    expect(setCookies).toEqual(['__Host-latchkey_app=; Max-Age=0; Path=/; SameSite=Lax; Secure; HttpOnly'])
    expect((await forward(APP, `__Host-latchkey_app=${token}`)).status).toBe(302)
    expect(await auditTypes()).toContain('logout')
    const back = await open(atService, headers['location'])
    expect([back.status, back.headers['location']]).toEqual([303, `${APP}/bye`])
    expect([atService.jar.has('app_session'), atService.jar.has('app_refresh')]).toEqual([false, false])
  })

  it.each([
    ['another origin', { origin: 'https://evil.test' }],
    ['another app', { origin: 'https://shop.test' }],
    ['no origin that can be told', { origin: 'null' }],
    ['the service itself', { origin: ID }],
  ])('is refused from %s', async (_, headers) => {
    const { leave, isSignedIn, forward } = await atApp()
    expect((await leave(headers)).status).toBe(403)
    expect([await isSignedIn(), (await forward()).status]).toEqual([true, 200])
  })

  it('is refused without an origin, unless the browser says that it is the app’s own page', async () => {
    const { app, atApp: browser, isSignedIn } = await atApp()
    const send = (more: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: '/.latchkey/sign-out',
        headers: { ...onHost(APP), ...FORM, cookie: browser.cookieHeader(), ...more },
        payload: '',
      })
    for (const more of [{}, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }])
      expect([(await send(more)).statusCode, await isSignedIn()]).toEqual([403, true])
    expect([(await send({ 'sec-fetch-site': 'same-origin' })).statusCode, await isSignedIn()]).toEqual([303, false])
  })

  it('asks on our own host where the app has no session', async () => {
    const { leave, atApp: browser, isSignedIn } = await atApp()
    browser.jar.clear()
    expect((await leave()).headers['location']).toBe(ASKED)
    expect(await isSignedIn()).toBe(true)
  })

  it('knows no host that is none of the apps', async () => {
    const { leave, isSignedIn } = await atApp()
    const reply = await leave({ origin: 'https://evil.test' }, '/', 'https://evil.test')
    expect([reply.status, await isSignedIn()]).toEqual([403, true])
  })

  it.each([
    ['a live session', 0],
    ['one that only its refresh cookie keeps alive', 25 * 3_600_000],
  ])('ends, with the service’s own cookies, %s', async (_, waitMs) => {
    const wiki = 'https://wiki.example.com'
    const { signedUp, clock, sql } = await world({
      env: {
        PUBLIC_URL: ID,
        COOKIE_DOMAIN: 'example.com',
        TRUSTED_PROXIES: '127.0.0.1',
        ALLOWED_ORIGINS: 'http://localhost:3000',
        FORWARD_AUTH_APPS: wiki,
      },
    })
    const browser: Browser = await signedUp()
    clock.advance(waitMs)
    const headers = { ...onHost(wiki), ...FORM, origin: wiki }
    const left = await browser.post('/.latchkey/sign-out?returnTo=/bye', undefined, { raw: '', headers })
    expect(left.status).toBe(303)
    expect(await sql(`SELECT id FROM sessions WHERE revoked_at IS NULL`)).toEqual([])
    const back = await browser.get(new URL(String(left.headers['location'])).pathname.concat('?returnTo=', wiki, '/bye'), {
      headers: { accept: 'text/html' },
    })
    expect(back.headers['location']).toBe(`${wiki}/bye`)
    expect(browser.jar.has('app_session')).toBe(false)
  })
})
