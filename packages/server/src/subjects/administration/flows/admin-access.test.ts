import { describe, expect, it } from 'vitest'
import { ADA, administered, ROOT } from '../../../../test/support/administered.ts'
import type { Browser } from '../../../../test/support/browser.ts'
import { endpointList } from '../../../../test/support/endpoint-list.ts'
import { shared } from '../../../../test/support/shared.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const adminRoutes = endpointList.filter(({ auth }) => auth === 'admin').map(({ route }) => route.split(' ') as [string, string])

/** Signs in by the ordinary door, and completes the challenge. */
async function passSecondFactor({ browser, mail }: Awaited<ReturnType<typeof administered>>, email: string, nth: number) {
  const visitor = browser()
  const { body } = await visitor.post('/auth/login', { email, password: PASSWORD })
  const { code } = await mail.newest(email, nth)
  const reply = await visitor.post('/auth/2fa/verify', { challengeId: body.challengeId, code })
  return { visitor, reply }
}

/** Ada, and an administrator who signed in before being one. */
const strangers = shared(async () => {
  const here = await administered({ ENABLE_INVITE: 'true', ORGANISATIONS: 'true' })
  const newAdmin = await here.signedUp('new@example.com')
  await here.sql(`UPDATE accounts SET role = 'admin' WHERE email = 'new@example.com'`)
  return { ...here, newAdmin }
})

describe('every admin route', () => {
  it.each(adminRoutes)('%s %s wants the role, and a second factor passed in that very session', async (method, path) => {
    const { ada, newAdmin, browser } = strangers()
    const call = (by: Browser) =>
      by.send(method, path.replaceAll(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000'), method === 'GET' ? undefined : {})
    expect(await call(browser())).toMatchObject({ status: 401, body: { error: 'session_expired' } })
    expect(await call(ada)).toMatchObject({ status: 403, body: { error: 'forbidden' } })
    expect(await call(newAdmin)).toMatchObject({ status: 403, body: { error: 'two_factor_required' } })
  })

  it('is open to the role alone when DisableAdminTwoFactor is set', async () => {
    const { browser, signedUp, sql } = await world({ env: { DISABLE_ADMIN_TWO_FACTOR: 'true' } })
    await signedUp(ROOT)
    await sql(`UPDATE accounts SET role = 'admin'`)
    const admin = browser()
    await admin.post('/auth/admin/login', { email: ROOT, password: PASSWORD })
    expect((await admin.get('/admin/users')).status).toBe(200)
  })

  it('stays open across a refresh of the session', async () => {
    const { root } = await administered()
    await root.post('/auth/refresh')
    expect((await root.get('/admin/users')).status).toBe(200)
  })

  it('stays open when an expired session is refreshed in place', async () => {
    const { root, clock } = await administered()
    clock.advance(25 * 3_600_000)
    expect((await root.get('/admin/users')).status).toBe(200)
  })

  it('is closed to an administrator who signs in by the ordinary door, beside a session that is open to it', async () => {
    const { root, browser } = await administered()
    const visitor = browser()
    await visitor.post('/auth/login', { email: ROOT, password: PASSWORD })
    expect(await visitor.get('/admin/users')).toMatchObject({ status: 403, body: { error: 'two_factor_required' } })
    expect((await root.get('/admin/users')).status).toBe(200)
  })

  it('opens to an ordinary sign-in once it has passed a second factor', async () => {
    const here = await administered()
    await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1 WHERE id = ?`, [here.rootId])
    const { visitor } = await passSecondFactor(here, ROOT, 2)
    expect((await visitor.get('/admin/users')).status).toBe(200)
  })

  it('is closed to whoever proved the mailbox only, by verify-email', async () => {
    const { root, browser, mail, sql, rootId } = await administered()
    await sql(`UPDATE accounts SET verified_at = NULL WHERE id = ?`, [rootId])
    await root.post('/auth/resend-verification')
    const { code } = await mail.newest(ROOT, 2)
    const visitor = browser()
    expect((await visitor.post('/auth/verify-email', { code })).status).toBe(200)
    expect(await visitor.get('/admin/users')).toMatchObject({ status: 403, body: { error: 'two_factor_required' } })
  })

  it('stays closed to a user who has passed a second factor', async () => {
    const here = await administered()
    await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1 WHERE id = ?`, [here.adaId])
    const { visitor, reply } = await passSecondFactor(here, ADA, 1)
    expect(reply.body.user.role).toBe('user')
    expect(await visitor.get('/admin/users')).toMatchObject({ status: 403, body: { error: 'forbidden' } })
  })

  it('does not open to a user who presents an administrator’s challenge, not even with its code', async () => {
    const { browser, mail, sql, adaId } = await administered()
    await sql(`UPDATE accounts SET two_factor_enabled_at = 1 WHERE id = ?`, [adaId])
    const user = browser()
    const own = await user.post('/auth/login', { email: ADA, password: PASSWORD })
    const others = await browser().post('/auth/admin/login', { email: ROOT, password: PASSWORD })
    const { code } = await mail.newest(ROOT, 2)
    expect(await user.post('/auth/2fa/verify', { challengeId: others.body.challengeId, code })).toMatchObject({
      status: 400,
      body: { error: 'two_factor_code_invalid' },
      setCookies: [],
    })
    const reply = await user.post('/auth/2fa/verify', { challengeId: own.body.challengeId, code: (await mail.newest(ADA)).code })
    expect(reply.body.user).toMatchObject({ email: ADA, role: 'user' })
  })

  it('closes with the role, on the very next request', async () => {
    const { root, sql, rootId } = await administered()
    await sql(`UPDATE accounts SET role = 'user' WHERE id = ?`, [rootId])
    expect((await root.get('/admin/users')).body.error).toBe('forbidden')
  })

  it('closes with a ban, on the very next request', async () => {
    const { root, sql, rootId } = await administered()
    await sql(`UPDATE accounts SET banned_at = 1 WHERE id = ?`, [rootId])
    expect((await root.get('/admin/users')).status).toBe(401)
  })
})
