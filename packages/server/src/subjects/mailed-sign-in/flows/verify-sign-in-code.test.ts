import { describe, expect, it } from 'vitest'
import { ask, asked, askedAsOwner, byMail, EMAIL, enter, WRONG_CODE } from '../../../../test/support/by-mail.ts'
import { declaring } from '../../../../test/support/declared.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const INVALID = { status: 400, body: { error: 'code_invalid' }, setCookies: [] }
const MINUTE = 60_000
const ANYBODY = { env: { EMAIL_SIGN_IN: 'anybody' } }

describe('POST /auth/code/verify', () => {
  it('signs in as a login does, and says in the log and the list of sessions by which way', async () => {
    const here = await askedAsOwner()
    const reply = await here.enter()
    expect(reply).toMatchObject({ status: 200, body: { user: { email: EMAIL }, session: { isRevoked: false } } })
    const names = reply.setCookies.map((line) => line.split('=')[0])
    expect(names).toEqual(['app_session', 'app_refresh', '_csrf', '_sign_in_code'])
    expect(here.visitor.jar.has('_sign_in_code')).toBe(false)
    const [event] = await here.sql(`SELECT metadata, success, session_id FROM audit_events WHERE type = 'login.success'`)
    expect(event).toMatchObject({ metadata: JSON.stringify({ method: 'mailbox' }), session_id: reply.body.session.id })
    const { sessions } = (await here.visitor.get('/auth/sessions')).body
    expect(sessions[0]).toMatchObject({ method: 'mailbox' })
  })

  it.each([
    ['in lower case', (code: string) => code.toLowerCase()],
    ['without the hyphen', (code: string) => code.replace('-', '')],
    ['with spaces', (code: string) => ` ${code.replace('-', ' ')} `],
    ['with letters that look like digits', (code: string) => code.replaceAll('0', 'O').replaceAll('1', 'l')],
  ])('takes the code %s', async (_how, typed) => {
    const here = await askedAsOwner()
    expect((await here.enter(typed(here.code))).status).toBe(200)
  })

  it('works once', async () => {
    const here = await askedAsOwner()
    const twin = here.visitor.clone()
    expect((await here.enter()).status).toBe(200)
    expect(await enter(twin, here.code)).toMatchObject(INVALID)
  })

  it('works for ten minutes', async () => {
    const here = await askedAsOwner()
    here.clock.advance(10 * MINUTE - 1)
    const late = await asked(here)
    here.clock.advance(1)
    expect((await late.enter()).status).toBe(200)
    const later = await asked(here)
    here.clock.advance(10 * MINUTE)
    expect(await later.enter()).toMatchObject({ status: 410, body: { error: 'code_expired' }, setCookies: [] })
  })

  it('works in the browser that asked and in no other', async () => {
    const here = await askedAsOwner()
    expect(await here.enter(here.code, here.browser())).toMatchObject(INVALID)
    const other = here.browser()
    await ask(other, 'bob@example.com')
    expect(await here.enter(here.code, other)).toMatchObject(INVALID)
    other.jar.set('_sign_in_code', 'a'.repeat(43))
    expect(await here.enter(here.code, other)).toMatchObject(INVALID)
    expect((await here.enter()).status).toBe(200)
  })

  it('takes only the newest code of an address, wherever it was asked for', async () => {
    const here = await askedAsOwner()
    const next = await asked(here, EMAIL, here.visitor)
    const elsewhere = await asked(here)
    expect(await here.enter()).toMatchObject(INVALID)
    expect(await next.enter()).toMatchObject(INVALID)
    expect((await elsewhere.enter()).status).toBe(200)
  })

  it('compares five codes and no more, the right one included', async () => {
    const here = await askedAsOwner()
    for (let n = 0; n < 5; n++) expect(await here.enter(WRONG_CODE)).toMatchObject(INVALID)
    expect(await here.enter()).toMatchObject(INVALID)
    const [failed] = await here.sql(`SELECT metadata, count FROM audit_events WHERE type = 'login.failed'`)
    expect(failed).toEqual({ metadata: JSON.stringify({ method: 'mailbox' }), count: 6 })
    expect((await (await asked(here)).enter()).status).toBe(200)
  })

  it('is no code of another kind, nor is another kind one of these', async () => {
    const here = await askedAsOwner()
    await here.sql(`UPDATE accounts SET verified_at = NULL`)
    await here.owner.post('/auth/resend-verification')
    const { code } = await here.mail.newest(EMAIL, 2)
    expect(await here.enter(code)).toMatchObject(INVALID)
    expect(await here.browser().post('/auth/verify-email', { code: here.code })).toMatchObject({ status: 400 })
    expect((await here.enter()).status).toBe(200)
  })

  it('owes no verification, because the code is one', async () => {
    const here = await byMail({ env: { REQUIRE_EMAIL_VERIFICATION: 'true' } })
    await here.signedUp()
    const { enter: enterIt } = await asked(here)
    expect(await enterIt()).toMatchObject({ status: 200, body: { user: { isVerified: true } } })
    const types = await here.auditTypes()
    expect(types).toContain('email.verified')
  })
})

describe('a code whose account has changed since', () => {
  it('says that the account is banned, and issues nothing', async () => {
    const here = await askedAsOwner()
    const { id } = (await here.owner.get('/auth/me')).body
    await here.sql(`UPDATE accounts SET banned_at = 1, credential_version = credential_version + 1 WHERE id = ?`, [id])
    expect(await here.enter()).toMatchObject({ status: 403, body: { error: 'user_banned' }, setCookies: [] })
    await here.sql(`UPDATE accounts SET banned_at = NULL`)
    expect(await here.enter()).toMatchObject(INVALID) // a ban that was lifted is a change as well
  })

  it('opens no account that was deleted, nor its successor', async () => {
    const here = await askedAsOwner()
    expect((await here.owner.delete('/auth/account', { password: PASSWORD })).status).toBe(200)
    expect(await here.enter()).toMatchObject(INVALID)
    const again = await askedAsOwner()
    const cookie = again.visitor.clone()
    await again.owner.delete('/auth/account', { password: PASSWORD })
    await again.signedUp(EMAIL)
    expect(await again.enter(again.code, cookie)).toMatchObject(INVALID)
  })

  it('opens no account whose address is another one by now, or whose password was changed', async () => {
    const moved = await askedAsOwner()
    await moved.sql(`UPDATE accounts SET email = 'new@example.com'`)
    expect(await moved.enter()).toMatchObject(INVALID)
    const here = await askedAsOwner()
    await here.owner.post('/auth/change-password', { oldPassword: PASSWORD, newPassword: 'battery staple 2' })
    expect(await here.enter()).toMatchObject(INVALID)
  })

  it.each([
    ['gone', {}],
    ['the previous one', { SECRET_PREVIOUS: 'a secret for tests, 32 bytes and more' }],
  ])('opens nothing under another SECRET, where its own is %s', async (_where, env) => {
    const here = await askedAsOwner()
    const rotated = await world({
      databaseUrl: here.database.url,
      withMail: true,
      env: { EMAIL_SIGN_IN: 'existing', SECRET: 'another secret for tests, 32 bytes and more', ...env },
    })
    const visitor = rotated.browser()
    for (const [name, value] of here.visitor.jar) visitor.jar.set(name, value)
    expect(await enter(visitor, here.code)).toMatchObject(INVALID)
  })
})

describe('a code for an address without an account', () => {
  it('makes the account when it is redeemed and not before, verified and without a password', async () => {
    const here = await byMail(ANYBODY)
    const made = await asked(here, 'bob@example.com', here.browser(), { name: ' Bob ' })
    expect(await here.sql(`SELECT id FROM accounts`)).toEqual([])
    const reply = await made.enter()
    expect(reply).toMatchObject({ status: 200, body: { user: { email: 'bob@example.com', name: 'Bob', isVerified: true } } })
    expect((await made.visitor.get('/auth/me')).body).toMatchObject({ hasPassword: false })
    expect(await here.auditTypes()).toEqual(expect.arrayContaining(['user.registered', 'login.success', 'session.created']))
    expect(await made.enter(made.code, made.visitor.clone())).toMatchObject(INVALID)
  })

  it('takes the name from the address where none fits', async () => {
    const here = await byMail(ANYBODY)
    const made = await asked(here, 'bob@example.com', here.browser(), { name: '\u202e' })
    expect((await made.enter()).body.user.name).toBe('bob')
  })

  it('finds the invites into organisations that wait for the address', async () => {
    const here = await byMail({ env: { EMAIL_SIGN_IN: 'anybody', ORGANISATIONS: 'true' } })
    const owner = await here.signedUp('owner@example.com')
    await here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1`)
    const { body: org } = await owner.post('/auth/orgs', { name: 'Acme' })
    await owner.post(`/auth/orgs/${org.id}/invites`, { email: 'bob@example.com', role: 'member' })
    await here.mail.newest('bob@example.com')
    const { visitor, enter: enterIt } = await asked(here, 'bob@example.com')
    expect((await enterIt()).status).toBe(200)
    const { invites } = (await visitor.get('/auth/orgs/invites')).body
    expect((await visitor.post(`/auth/orgs/invites/${invites[0].id}/accept`)).status).toBe(200)
    expect((await visitor.get(`/auth/orgs/${org.id}`)).body).toMatchObject({ role: 'member' })
  })

  it('makes none where ALLOW_PUBLIC is off', async () => {
    const here = await byMail({ env: { EMAIL_SIGN_IN: 'anybody', ALLOW_PUBLIC: 'false' } })
    const { letter } = await asked(here, 'bob@example.com')
    expect(letter.subject).toMatch(/no account/)
  })

  it('is not used up by what is wrong beside it, however often', async () => {
    const fields = { company: { type: 'text', access: 'owner', atSignUp: 'required' } }
    const here = await byMail({ env: { EMAIL_SIGN_IN: 'anybody', RATE_LIMITS: 'true', ...declaring(fields) } })
    const { visitor, code } = await asked(here, 'bob@example.com')
    const verify = (data: object) => visitor.post('/auth/code/verify', { code, data })
    for (let n = 0; n < 12; n++) expect(await verify({})).toMatchObject({ status: 400, body: { error: 'invalid_data' } })
    expect(await verify({ company: 'Acme' })).toMatchObject({ status: 200, body: { user: { email: 'bob@example.com' } } })
  })

  it('makes none for an address that has one by now', async () => {
    const here = await byMail(ANYBODY)
    const made = await asked(here)
    await here.signedUp()
    expect(await made.enter()).toMatchObject({ status: 409, body: { error: 'email_already_exists' }, setCookies: [] })
  })

  it('owes no mailed second factor, even where everybody does', async () => {
    const here = await byMail({ env: { EMAIL_SIGN_IN: 'anybody', REQUIRE_EMAIL_2FA: 'true' } })
    const made = await asked(here)
    expect(await made.enter()).toMatchObject({ status: 200, body: { session: { isRevoked: false } } })
  })
})
