import { describe, expect, it } from 'vitest'
import { administered, ROOT } from '../../../../test/support/administered.ts'
import type { Browser } from '../../../../test/support/browser.ts'
import { addTotp } from '../../../../test/support/factored.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const root = { email: ROOT, password: PASSWORD }

/** An administrator who signed in at the door of all. */
async function signedInOnly(env: Record<string, string> = {}) {
  const here = await administered(env)
  const browser = here.browser()
  await browser.post('/auth/login', root)
  const sessions = () => here.sql(`SELECT id FROM sessions WHERE revoked_at IS NULL AND account_id = ?`, [here.rootId])
  const lastCode = async (count: number) => (await here.mail.newest(ROOT, count)).code
  return { ...here, admin: browser, visitor: new PageVisitor(browser), sessions, lastCode }
}

describe('/console for an administrator who is signed in without a second factor', () => {
  it('asks for a mailed code alone, and leads to where they wanted to go', async () => {
    const { visitor, admin, sessions, lastCode, sql, mail } = await signedInOnly()
    const before = [await admin.get('/auth/me'), await sessions(), mail.countTo(ROOT)] as const
    const page = await visitor.open('/console/users?role=admin')
    expect([page.path, page.heading]).toEqual(['/console/sign-in', 'One more step'])
    expect(page.text).toContain('You are signed in as root@example.com . The console asks')
    expect([page.field('password'), page.field('email'), mail.countTo(ROOT)]).toEqual([undefined, undefined, before[2]])
    expect((await visitor.submit('send')).path).toBe('/two-factor')
    expect(visitor.page.html).not.toContain('trustDevice')
    const old = admin.clone()
    expect((await visitor.submit('verify', { code: await lastCode(before[2] + 1) })).address).toBe('/console/users?role=admin')
    const { body } = await admin.get('/auth/me')
    expect([body.session.id === before[0].body.session.id, await sessions()]).toEqual([
      false,
      expect.arrayContaining([{ id: body.session.id }]),
    ])
    expect([(await sessions()).length, (await old.get('/auth/me')).status]).toEqual([before[1].length, 401])
    expect(
      await sql(`SELECT metadata FROM audit_events WHERE type = 'step_up.success' AND session_id = ?`, [body.session.id]),
    ).toEqual([{ metadata: '{"method":"email"}' }])
    expect(await sql(`SELECT method FROM sessions WHERE id = ?`, [body.session.id])).toEqual([{ method: 'password' }])
    expect((await admin.get('/auth/step-up')).body.elevatedUntil).not.toBeNull()
  })

  it('lets the code of a session that has ended, or is in another browser, open nothing', async () => {
    const { admin, browser, lastCode, mail, sessions, rootId, root: administrator } = await signedInOnly()
    const sent = mail.countTo(ROOT)
    const { body: challenge } = await admin.post('/auth/admin/challenge')
    const { body: me } = await admin.get('/auth/me')
    const code = await lastCode(sent + 1)
    const live = await sessions()
    const verify = (by: Browser) => by.post('/auth/2fa/verify', { challengeId: challenge.challengeId, code })
    const invalid = { status: 400, body: { error: 'two_factor_code_invalid' } }
    expect(await verify(browser())).toMatchObject(invalid)
    const bound = browser()
    bound.jar.set('_2fa_challenge', admin.jar.get('_2fa_challenge') ?? '')
    expect(await verify(bound)).toMatchObject(invalid)
    expect(await sessions()).toEqual(live)
    expect((await administrator.delete(`/admin/users/${rootId}/sessions/${me.session.id}`)).status).toBe(200)
    expect(await verify(admin)).toMatchObject(invalid)
    expect(await sessions()).toHaveLength(live.length - 1)
  })

  it('asks for the authenticator app in this very session, and never for a mailed code beside it', async () => {
    const here = await signedInOnly({ TWO_FACTOR_EMAIL_BESIDE: 'true' })
    const { root: elsewhere, visitor, admin, sessions, sql } = here
    const { app } = await addTotp(here, elsewhere, { keepOtherSessions: true })
    expect((await admin.post('/auth/admin/challenge')).body).toMatchObject({ codeSent: false, methods: ['totp', 'recovery'] })
    await visitor.open('/console/audit')
    expect([visitor.page.heading, visitor.page.field('code')?.['inputmode']]).toEqual(['One more step', 'numeric'])
    expect(visitor.page.text).not.toContain('email code')
    const live = await sessions()
    expect((await visitor.submit('confirm', { code: app.wrong() })).field('code')).toMatchObject({ error: expect.any(String) })
    expect((await visitor.open('/console')).path).toBe('/console/sign-in')
    expect((await visitor.submit('confirm', { code: app.code() })).address).toBe('/console')
    expect(await sessions()).toEqual(live)
    expect(await sql(`SELECT success FROM audit_events WHERE type LIKE 'step_up.%' ORDER BY created_at, id`)).toContainEqual({
      success: 1,
    })
    expect((await admin.get('/admin/users')).status).toBe(200)
  })

  it('opens nothing by a password, and lets them sign in as another', async () => {
    const { visitor, admin } = await signedInOnly()
    await visitor.open('/console')
    await visitor.post(visitor.page.address, { _action: 'confirm', code: PASSWORD, password: PASSWORD, method: 'password' })
    expect(await admin.get('/admin/users')).toMatchObject({ status: 403, body: { error: 'two_factor_required' } })
    await visitor.open('/console')
    const href = visitor.page.links.find((one) => one.includes('as=other'))
    expect((await visitor.open(href ?? '')).heading).toBe('Sign in to the console')
    expect(visitor.page.field('password')).toBeDefined()
  })

  it('asks for the password where the session came from a mailbox, which is no second factor as well', async () => {
    const { visitor, admin, sql, rootId } = await signedInOnly()
    await sql(`UPDATE sessions SET method = 'mailbox' WHERE account_id = ?`, [rootId])
    const page = await visitor.open('/console')
    expect([page.heading, page.text]).toEqual([
      'Sign in to the console',
      expect.stringContaining('sign in again with your password'),
    ])
    expect(await admin.post('/auth/admin/challenge')).toMatchObject({ status: 400, body: { error: 'two_factor_not_enabled' } })
    await sql(`UPDATE accounts SET password_hash = NULL WHERE id = ?`, [rootId])
    expect((await visitor.open('/console')).text).toContain('Set a password in your account first')
  })

  it('is for administrators alone', async () => {
    const { ada, browser } = await signedInOnly()
    expect(await ada.post('/auth/admin/challenge')).toMatchObject({ status: 403, body: { error: 'forbidden' } })
    expect((await browser().post('/auth/admin/challenge')).status).toBe(401)
  })
})
