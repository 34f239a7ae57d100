import { describe, expect, it } from 'vitest'
import { withEngine } from '../../src/gate/assembly/with-engine.ts'
import { createAccount } from '../../src/subjects/administration/commands/create-account.ts'
import { asked, byMail, EMAIL } from '../support/by-mail.ts'
import { addPasskey, addTotp, STEP_MS } from '../support/factored.ts'
import { type Member, mailedCode } from '../support/mailed-codes.ts'
import { codeIn, settledMoving } from '../support/moving.ts'
import { PageVisitor } from '../support/page-visitor.ts'
import { PASSWORD, type World, world } from '../support/world.ts'

const ENV = { EMAIL_SIGN_IN: 'anybody', ENABLE_EMAIL_PASSWORD: 'false', ENABLE_INVITE: 'true', ORGANISATIONS: 'true' }
const DISABLED = { status: 405, body: { error: 'method_disabled' }, setCookies: [] }

/** Ada, who has a password from before there were none, and has signed in by mail. */
async function ada(env: Record<string, string> = {}) {
  const here = await byMail({ env: { ...ENV, ...env } })
  await withEngine(here.config, (engine) =>
    createAccount(here.config, engine, { email: EMAIL, name: 'Ada', password: PASSWORD, role: 'user', isVerified: true }),
  )
  await here.sql(`UPDATE accounts SET mailbox_proved_at = 1`)
  const { visitor: owner, enter } = await asked(here)
  await enter()
  const { id } = (await owner.get('/auth/me')).body
  return { ...here, owner, id: id as string, who: { email: EMAIL, id, browser: owner } as Member }
}

async function console(here: Pick<World, 'browser' | 'sql'> & { readonly owner: Awaited<ReturnType<typeof ada>>['owner'] }) {
  await here.sql(`UPDATE accounts SET role = 'admin'`)
  await here.sql(`UPDATE sessions SET second_factor_at = created_at`)
  return new PageVisitor(here.owner)
}

describe('where there are no passwords', () => {
  it('signs nobody in with one, whoever asks', async () => {
    const here = await ada()
    for (const url of ['/auth/login', '/auth/admin/login'])
      for (const email of [EMAIL, 'bob@example.com'])
        expect(await here.browser().post(url, { email, password: PASSWORD })).toMatchObject(DISABLED)
    expect(here.hasher.calls).toBe(0)
  })

  it('takes, changes, resets and sets none', async () => {
    const { owner, browser, id } = await ada()
    const bob = { email: 'bob@example.com', password: PASSWORD, name: 'Bob' }
    const knocks = [
      () => browser().post('/auth/register', bob),
      () => browser().post('/auth/forgot-password', { email: EMAIL }),
      () => browser().post('/auth/reset-password', { code: 'x', newPassword: PASSWORD }),
      () => browser().post('/auth/set-password/confirm', { userId: id, code: 'x', newPassword: PASSWORD }),
      () => owner.clone().post('/auth/set-password/request'),
      () => owner.clone().post('/auth/change-password', { oldPassword: PASSWORD, newPassword: `${PASSWORD}2` }),
    ]
    for (const knock of knocks) expect(await knock()).toMatchObject(DISABLED)
  })

  it('treats an account that has one as if it had none', async () => {
    const here = await ada()
    expect((await here.owner.get('/auth/me')).body.hasPassword).toBe(false)
    expect((await here.owner.post('/auth/account/export')).body.account.hasPassword).toBe(false)
    expect((await here.owner.delete('/auth/account', { password: PASSWORD })).body.error).toBe('no_password')
    const { code } = await mailedCode(here, 'delete-account', here.who)
    expect((await here.owner.post('/auth/account/delete/confirm', { code })).status).toBe(200)
  })

  it('asks for a mailed code again, and takes no password for it', async () => {
    const here = await ada()
    here.clock.advance(600_000)
    expect((await here.owner.get('/auth/step-up')).body).toEqual({ elevatedUntil: null, methods: ['email'] })
    expect((await here.owner.post('/auth/step-up', { password: PASSWORD })).body.error).toBe('step_up_method')
    const { code } = await mailedCode(here, 'step-up', here.who)
    expect((await here.owner.post('/auth/step-up', { code })).status).toBe(200)
  })

  it('switches the mailed second factor with a fresh proof, and with none else', async () => {
    const here = await ada()
    expect((await here.owner.post('/auth/2fa/enable', {})).status).toBe(200)
    here.clock.advance(600_000)
    expect((await here.owner.post('/auth/2fa/disable', { password: PASSWORD })).body.error).toBe('step_up_required')
    const { code } = await mailedCode(here, 'step-up', here.who)
    await here.owner.post('/auth/step-up', { code })
    expect((await here.owner.post('/auth/2fa/disable', {})).status).toBe(200)
  })

  it('makes an account of an invite without one', async () => {
    const here = await ada()
    await here.sql(`UPDATE accounts SET role = 'admin'`)
    await here.sql(`UPDATE sessions SET second_factor_at = created_at`)
    expect((await here.owner.post('/admin/invites', { email: 'guest@example.com' })).status).toBe(201)
    const { code } = await here.mail.newest('guest@example.com')
    const guest = here.browser()
    expect((await guest.post('/auth/invite/register', { code, name: 'Guest', password: PASSWORD })).status).toBe(201)
    expect(await here.sql(`SELECT password_hash FROM accounts WHERE email = 'guest@example.com'`)).toEqual([
      { password_hash: null },
    ])
    expect(here.hasher.calls).toBe(0)
  })

  it('makes accounts for administrators without one, and refuses one that is given', async () => {
    const here = await ada()
    await here.sql(`UPDATE accounts SET role = 'admin'`)
    await here.sql(`UPDATE sessions SET second_factor_at = created_at`)
    const bob = { email: 'bob@example.com', name: 'Bob' }
    expect((await here.owner.post('/admin/users', { ...bob, password: PASSWORD })).body.error).toBe('invalid_input')
    const { status, body } = await here.owner.post('/admin/users', bob)
    expect(status).toBe(201)
    expect((await here.owner.get(`/admin/users/${body.id}`)).body.hasPassword).toBe(false)
    expect((await here.owner.post(`/admin/users/${body.id}/reset-password`)).status).toBe(405)
    expect((await (await asked(here, bob.email)).enter()).status).toBe(200)
  })

  it('verifies an address without asking for one, and voids that of a stranger', async () => {
    const here = await ada()
    await here.sql(`UPDATE accounts SET verified_at = NULL, mailbox_proved_at = NULL`)
    await here.owner.post('/auth/resend-verification')
    const { code } = await here.mail.newest(EMAIL, 2)
    const elsewhere = await here.browser().post('/auth/verify-email', { code, password: PASSWORD })
    expect(elsewhere).toMatchObject({ status: 200, body: { provedElsewhere: true } })
    expect(await here.sql(`SELECT password_hash FROM accounts`)).toEqual([{ password_hash: null }])
    expect(here.hasher.calls).toBe(0)
  })

  it('lets the last passkey and the last provider go: the mailbox is a way in', async () => {
    const here = await ada()
    const { id } = await addPasskey(here.owner)
    expect((await here.owner.delete(`/auth/passkeys/${id}`)).status).toBe(200)
  })

  it('counts an administrator as able to sign in who can show more than the mailbox', async () => {
    const here = await ada()
    await addTotp(here, here.owner, { keepOtherSessions: true })
    await here.sql(`UPDATE accounts SET role = 'admin'`)
    await here.sql(`UPDATE sessions SET second_factor_at = created_at, elevated_at = ${here.clock.now()}, elevation = 'totp'`)
    const { code } = await mailedCode(here, 'delete-account', here.who)
    expect((await here.owner.post('/auth/account/delete/confirm', { code })).body.error).toBe('last_admin')
  })

  it('promises no link to a new password after a report, or after a change of address that is taken back', async () => {
    const here = await ada({ NEW_DEVICE_NOTICES: 'true' })
    const { visitor, enter } = await asked(here)
    await enter()
    const { link } = await here.mail.newest(EMAIL, 3)
    const report = await here.browser().post('/auth/devices/report', { code: codeIn(link) })
    expect(report.body).toEqual({ message: 'Every session was ended.' })
    expect((await visitor.get('/auth/me')).status).toBe(401)
    const before = await settledMoving()
    const { revertCode } = await before.move()
    const now = await world({ withMail: true, databaseUrl: before.database.url, env: ENV })
    now.clock.advance(before.clock.now() - now.clock.now())
    const reverted = await now.browser().post('/auth/email/change/revert', { code: revertCode })
    expect(reverted.body).toEqual({ message: 'The account has its old address again.' })
  })

  it('leaves the last administrator the authenticator app, without which the mailbox opens no route of theirs', async () => {
    const here = await ada()
    await addTotp(here, here.owner, { keepOtherSessions: true })
    const elevated = () =>
      here.sql(`UPDATE sessions SET second_factor_at = created_at, elevated_at = ${here.clock.now()}, elevation = 'totp'`)
    await here.sql(`UPDATE accounts SET role = 'admin'`)
    await elevated()
    expect((await here.owner.delete('/auth/2fa/totp')).body.error).toBe('last_admin')
    expect((await here.owner.delete(`/admin/users/${here.id}/factors`)).body.error).toBe('last_admin')
    const other = await asked(here, 'bob@example.com')
    await other.enter()
    await addTotp(here, other.visitor)
    await here.sql(`UPDATE accounts SET role = 'admin'`)
    await elevated()
    expect((await here.owner.delete('/auth/2fa/totp')).body.error).toBe('last_sign_in_method')
    const page = new PageVisitor(here.owner)
    await page.open('/account/security')
    const advice = 'Without it you could no longer open the console. Set up another way first: a passkey or an authenticator app.'
    expect((await page.submit('removeTotp')).section('totp').alert).toBe(advice)
    await addPasskey(here.owner, { keepOtherSessions: true })
    expect((await here.owner.delete('/auth/2fa/totp')).status).toBe(200)
  })

  it('leads an owner who reports a sign-in to a code, and tells of no password', async () => {
    const here = await ada({ NEW_DEVICE_NOTICES: 'true' })
    await (await asked(here)).enter()
    const letter = await here.mail.newest(EMAIL, 3)
    const visitor = new PageVisitor(here.browser())
    await visitor.open('/not-me')
    const page = await visitor.submit('open', { code: new URL(letter.link).hash.replace('#code=', '') })
    expect([page.text.includes('password'), page.text.includes('Sign in with a code that we mail you.')]).toEqual([false, true])
    const end = await visitor.submit('act')
    expect([end.path, end.notice, end.field('email')?.['value']]).toEqual([
      '/sign-in',
      'Everyone was signed out. Sign in with a code.',
      EMAIL,
    ])
    await here.outbox.idle()
    expect(here.mail.countTo(EMAIL)).toBe(3)
    expect((await (await asked(here)).enter()).status).toBe(200)
  })

  it('shows no field for one on any page', async () => {
    const here = await ada()
    const visitor = new PageVisitor(here.owner)
    for (const path of ['/account', '/account/security', '/account/data', '/account/sessions'])
      expect((await visitor.open(path)).html, path).not.toMatch(/type="password"|id="password"/)
    const stranger = new PageVisitor(here.browser())
    for (const path of ['/forgot-password', '/reset-password', '/set-password', '/.well-known/change-password', '/sign-up'])
      expect((await stranger.open(path)).status, path).toBe(404)
    const admin = await console(here)
    for (const path of ['/console/users/new', `/console/users/${here.id}`])
      expect((await admin.open(path)).html, path).not.toMatch(/type="password"|value="sendReset"|>Password</)
  })
})

describe('while nobody signs in by mail', () => {
  it('lets people in who have a password, though none can sign up with one', async () => {
    const here = await world({ env: { ENABLE_EMAIL_PASSWORD: 'false' } })
    await withEngine(here.config, (engine) =>
      createAccount(here.config, engine, { email: EMAIL, name: 'Ada', password: PASSWORD, role: 'user', isVerified: true }),
    )
    const owner = here.browser()
    expect((await owner.post('/auth/login', { email: EMAIL, password: PASSWORD })).status).toBe(200)
    expect((await owner.post('/auth/change-password', { oldPassword: PASSWORD, newPassword: `${PASSWORD}2` })).status).toBe(200)
  })
})

describe('an account that has nothing but its mailbox', () => {
  const MISSING = { status: 400, body: { error: 'admin_factor_missing' } }

  /** Root, who administers with an authenticator app, and Bob, who has signed in by mail. */
  async function site(env: Record<string, string> = {}) {
    const here = await ada(env)
    const { app } = await addTotp(here, here.owner, { keepOtherSessions: true })
    const root = await console(here)
    here.clock.advance(STEP_MS)
    await here.owner.post('/auth/step-up', { code: app.code() })
    const { visitor: bob, enter } = await asked(here, 'bob@example.com')
    const { id } = (await enter()).body.user
    const promote = () => here.owner.send('PATCH', `/admin/users/${id}/role`, { role: 'admin' })
    const roles = async () => (await here.sql(`SELECT role FROM accounts ORDER BY email`)).map(({ role }) => role)
    return { ...here, root, bob, bobId: id as string, promote, roles }
  }

  it('becomes no administrator, and is none from the start, where that would open nothing', async () => {
    const { owner, promote, roles, root, bobId, auditTypes } = await site()
    const events = await auditTypes()
    expect(await promote()).toMatchObject(MISSING)
    const eve = { email: 'eve@example.com', name: 'Eve' }
    expect(await owner.post('/admin/users', { ...eve, role: 'admin' })).toMatchObject(MISSING)
    await root.open(`/console/users/${bobId}`)
    expect((await root.submit('promote')).alert).toMatch(/nothing but its mailbox/)
    await root.open('/console/users/new')
    expect((await root.submit('create', { ...eve, role: 'admin' })).alert).toMatch(/nothing but its mailbox/)
    expect([await roles(), await auditTypes()]).toEqual([['admin', 'user'], events])
    expect((await owner.post('/admin/users', eve)).status).toBe(201)
  })

  it.each([
    ['a passkey', async ({ bob }: Awaited<ReturnType<typeof site>>) => addPasskey(bob)],
    ['an authenticator app', async (here: Awaited<ReturnType<typeof site>>) => addTotp(here, here.bob)],
  ])('becomes one with %s, and counts as one who remains', async (_what, enrol) => {
    const here = await site()
    await enrol(here)
    const demoteSelf = () => here.owner.send('PATCH', `/admin/users/${here.id}/role`, { role: 'user' })
    expect((await demoteSelf()).body.error).toBe('last_admin')
    expect((await here.promote()).status).toBe(200)
    expect((await demoteSelf()).status).toBe(200)
    expect(await here.roles()).toEqual(['user', 'admin'])
  })

  it('becomes one where administrators owe no second factor', async () => {
    expect((await (await site({ DISABLE_ADMIN_TWO_FACTOR: 'true' })).promote()).status).toBe(200)
  })
})
