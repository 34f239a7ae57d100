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
    expect((await visitor.open('/sign-out')).heading).toBe('Sign out')
    expect((await visitor.browser.get('/auth/me')).status).toBe(200)
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

describe('/signed-out', () => {
  it('claims nothing to somebody who is signed in', async () => {
    const { visitor } = await signedIn()
    expect((await visitor.open('/signed-out')).path).toBe('/account')
  })
})
