import { describe, expect, it } from 'vitest'
import { APP, ID, visiting } from '../../../../test/support/two-hosts.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const COOKIE = '__Host-latchkey_app'

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
