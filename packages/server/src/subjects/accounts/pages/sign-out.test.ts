import { describe, expect, it } from 'vitest'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const HOUR = 3_600_000

async function signedIn() {
  const here = await world()
  const browser = await here.signedUp()
  return { ...here, twin: browser.clone(), visitor: new PageVisitor(browser) }
}

describe('/sign-out', () => {
  it('asks first, because a link must not act', async () => {
    const { visitor } = await signedIn()
    const page = await visitor.open('/sign-out')
    expect([page.heading, page.links.includes('/account')]).toEqual(['Sign out', true])
    expect(page.text).toContain('You are signed in as Ada ( ada@example.com ).')
    expect((await visitor.browser.get('/auth/me')).status).toBe(200)
  })

  it('can be cancelled, and then leads back', async () => {
    const { visitor } = await signedIn()
    expect((await visitor.open('/sign-out?returnTo=/notes')).links).toContain('/notes')
    expect((await visitor.open('/sign-out?returnTo=https://evil.example')).html).not.toContain('href="https://evil.example')
  })

  it('says to whom is signed out already that this is so', async () => {
    const visitor = new PageVisitor((await world()).browser())
    expect((await visitor.open('/sign-out')).path).toBe('/signed-out')
  })

  it('ends the session and its cookies', async () => {
    const { visitor, twin, auditTypes } = await signedIn()
    await visitor.open('/sign-out')
    const page = await visitor.submit('signOut')
    expect([page.address, page.heading]).toEqual(['/signed-out', 'You are signed out'])
    expect(page.links).toContain('/sign-in')
    expect((await twin.get('/auth/me')).status).toBe(401)
    expect([...visitor.browser.jar.keys()]).toEqual(['_csrf'])
    expect(await auditTypes()).toContain('logout')
  })

  it('also ends a session that only its refresh cookie keeps alive', async () => {
    const { visitor, clock, sql } = await signedIn()
    clock.advance(25 * HOUR)
    await visitor.open('/sign-out')
    expect((await visitor.submit('signOut')).path).toBe('/signed-out')
    expect([...visitor.browser.jar.keys()]).toEqual(['_csrf'])
    expect(await sql(`SELECT id FROM sessions WHERE revoked_at IS NULL`)).toEqual([])
  })

  it('gives whose session is over already what they wanted', async () => {
    const { visitor, sql } = await signedIn()
    await visitor.open('/sign-out')
    await sql(`UPDATE sessions SET revoked_at = 1`)
    expect((await visitor.submit('signOut')).path).toBe('/signed-out')
    expect([...visitor.browser.jar.keys()]).toEqual(['_csrf'])
  })

  it('works where a CSRF token is demanded, and not without one', async () => {
    const here = await world({ env: { REQUIRE_CSRF_TOKEN: 'true' } })
    const visitor = new PageVisitor(here.browser())
    await visitor.open('/sign-up')
    await visitor.submit('signUp', { name: 'Ada', email: 'ada@example.com', password: PASSWORD })
    expect((await visitor.post('/sign-out', { _action: 'signOut' })).status).toBe(403)
    expect((await visitor.browser.get('/auth/me')).status).toBe(200)
    await visitor.open('/sign-out')
    expect((await visitor.submit('signOut')).path).toBe('/signed-out')
    expect(await here.sql(`SELECT id FROM sessions WHERE revoked_at IS NULL`)).toEqual([])
  })
})

const APP = 'https://app.example.com'

describe('a form of an app', () => {
  const signedInFromApp = async (env: Record<string, string> = {}) => {
    const here = await world({ env: { ALLOWED_ORIGINS: APP, ...env } })
    const browser = await here.signedUp()
    const send = (fields: Record<string, string>, headers: Record<string, string> = {}, from = browser) =>
      from.send('POST', '/sign-out', undefined, {
        raw: new URLSearchParams(fields).toString(),
        headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', origin: APP, ...headers },
      })
    const isSignedIn = async () => (await here.sql(`SELECT id FROM sessions WHERE revoked_at IS NULL`)).length === 1
    return { ...here, browser, send, isSignedIn }
  }

  it('signs out at once, and leads back', async () => {
    const { send, browser, isSignedIn } = await signedInFromApp()
    const { status, headers } = await send({ returnTo: `${APP}/bye?x=1` })
    expect([status, headers['location'], await isSignedIn()]).toEqual([303, `${APP}/bye?x=1`, false])
    expect([...browser.jar.keys()]).toEqual(['_csrf'])
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin that can be told', { origin: 'null' }],
    ['an origin that only begins like it', { origin: `${APP}.evil.example` }],
  ])('is refused from %s', async (_, headers) => {
    const { send, isSignedIn } = await signedInFromApp()
    expect([(await send({ returnTo: APP }, headers)).status, await isSignedIn()]).toEqual([403, true])
  })

  it('is refused without an origin', async () => {
    const { app, browser, isSignedIn } = await signedInFromApp()
    const headers = { cookie: browser.cookieHeader(), 'content-type': 'application/x-www-form-urlencoded' }
    const { statusCode } = await app.inject({ method: 'POST', url: '/sign-out', headers, payload: 'returnTo=/' })
    expect([statusCode, await isSignedIn()]).toEqual([403, true])
  })

  it.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)'])(
    'leads to no unknown address: %s',
    async (returnTo) => {
      const { send, isSignedIn } = await signedInFromApp()
      expect([(await send({ returnTo })).headers['location'], await isSignedIn()]).toEqual(['/signed-out', false])
    },
  )

  it('needs the token where one is demanded', async () => {
    const { send, browser, sql } = await signedInFromApp({ REQUIRE_CSRF_TOKEN: 'true' })
    const token = async (): Promise<string> => (await browser.get('/auth/csrf-token')).body.csrfToken
    const newcomer = { email: 'ada@example.com', password: PASSWORD, name: 'Ada' }
    await browser.post('/auth/register', newcomer, { headers: { 'x-csrf-token': await token() } })
    const alive = async () => (await sql(`SELECT id FROM sessions WHERE revoked_at IS NULL`)).length
    expect([(await send({ returnTo: APP })).status, await alive()]).toEqual([403, 1])
    expect([(await send({ returnTo: APP, _csrf: await token() })).status, await alive()]).toEqual([303, 0])
  })

  it('of another site, with which our cookies do not come, clears nothing unseen but asks', async () => {
    const { send, browser, isSignedIn } = await signedInFromApp()
    const asked = await send({ returnTo: `${APP}/bye` }, { cookie: '' })
    expect([asked.status, asked.setCookies, await isSignedIn()]).toEqual([303, [], true])
    const visitor = new PageVisitor(browser)
    expect((await visitor.open(String(asked.headers['location']))).heading).toBe('Sign out')
    expect((await visitor.submit('signOut')).address).toBe(`${APP}/bye`)
  })
})

describe('/signed-out', () => {
  it('claims nothing to somebody who is signed in', async () => {
    const { visitor } = await signedIn()
    expect((await visitor.open('/signed-out')).path).toBe('/account')
  })
})
