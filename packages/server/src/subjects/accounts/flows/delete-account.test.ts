import { describe, expect, it } from 'vitest'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const EMAIL = 'ada@example.com'

async function passwordless() {
  const here = await world({ withMail: true })
  const signedIn = await here.signedUp()
  await here.sql(`UPDATE accounts SET password_hash = NULL`)
  return { ...here, signedIn }
}

async function withCode() {
  const here = await passwordless()
  await here.signedIn.post('/auth/account/delete/request')
  return { ...here, ...(await here.mail.newest(EMAIL)) }
}

describe('DELETE /auth/account', () => {
  it('deletes the account at once and clears both cookies', async () => {
    const { signedUp, sql, auditTypes } = await world()
    const browser = await signedUp()
    const reply = await browser.delete('/auth/account', { password: PASSWORD })
    expect(reply).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    expect([...browser.jar.keys()]).toEqual(['_csrf'])
    for (const table of ['accounts', 'sessions', 'refresh_tokens']) expect(await sql(`SELECT * FROM ${table}`)).toEqual([])
    expect(await auditTypes()).toContain('account.deleted')
    expect(JSON.stringify(await sql(`SELECT * FROM audit_events`))).not.toContain(EMAIL)
  })

  it('makes a stranger of whoever registers the address again: nothing of the old account acts on the new one', async () => {
    const { signedUp, browser, mail } = await world({ withMail: true })
    const old = await signedUp()
    const thief = old.clone()
    await old.post('/auth/resend-verification')
    const verification = await mail.newest(EMAIL)
    await browser().post('/auth/forgot-password', { email: EMAIL })
    const reset = await mail.newest(EMAIL, 2)
    await old.delete('/auth/account', { password: PASSWORD })

    const stranger = await signedUp()
    expect((await thief.clone().get('/auth/me')).status).toBe(401)
    expect((await thief.clone().post('/auth/refresh')).body.error).toBe('invalid_refresh_token')
    expect((await browser().post('/auth/verify-email', { code: verification.code })).body.error).toBe('user_not_found')
    expect((await browser().post('/auth/reset-password', { code: reset.code, newPassword: 'battery staple 2' })).body.error).toBe(
      'user_not_found',
    )
    expect((await stranger.get('/auth/me')).body).toMatchObject({ email: EMAIL, isVerified: false })
  })

  it.each([{ password: 'wrong horse 1' }, { password: '' }, {}])('answers wrong_password 400 to %j', async (body) => {
    const { signedUp } = await world()
    const browser = await signedUp()
    expect(await browser.delete('/auth/account', body)).toMatchObject({
      status: 400,
      body: { error: 'wrong_password' },
      setCookies: [],
    })
    expect((await browser.get('/auth/me')).status).toBe(200)
  })

  it('answers no_password 400 to an account without one', async () => {
    const { signedIn } = await passwordless()
    expect(await signedIn.delete('/auth/account', { password: PASSWORD })).toMatchObject({
      status: 400,
      body: { error: 'no_password' },
    })
  })

  it('answers session_expired 401 without a session', async () => {
    const { browser } = await world()
    expect((await browser().delete('/auth/account', { password: PASSWORD })).body.error).toBe('session_expired')
  })

  it('tells the owner by mail where notices are on', async () => {
    const { signedUp, mail } = await world({ withMail: true, env: { SECURITY_NOTICES: 'true' } })
    await (await signedUp()).delete('/auth/account', { password: PASSWORD })
    expect((await mail.newest(EMAIL)).subject).toMatch(/deleted/i)
  })
})

describe('POST /auth/account/delete/request', () => {
  it('mails a deletion code', async () => {
    const { code, link } = await withCode()
    expect(link).toBe(`http://localhost:3000/delete-account#code=${code}`)
  })

  it('answers password_account 400 to an account with a password', async () => {
    const { signedUp } = await world()
    expect(await (await signedUp()).post('/auth/account/delete/request')).toMatchObject({
      status: 400,
      body: { error: 'password_account' },
    })
  })

  it('answers email_failed 500 when the mail is not accepted', async () => {
    const { signedIn, mail } = await passwordless()
    mail.treat('rejects the recipient')
    expect(await signedIn.post('/auth/account/delete/request')).toMatchObject({ status: 500, body: { error: 'email_failed' } })
  })

  it('answers session_expired 401 without a session', async () => {
    const { browser } = await world()
    expect((await browser().post('/auth/account/delete/request')).body.error).toBe('session_expired')
  })
})

describe('POST /auth/account/delete/confirm', () => {
  it('deletes the account and clears both cookies', async () => {
    const { signedIn, code, sql } = await withCode()
    expect(await signedIn.post('/auth/account/delete/confirm', { code })).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    })
    expect([...signedIn.jar.keys()]).toEqual(['_csrf'])
    expect(await sql(`SELECT id FROM accounts`)).toEqual([])
  })

  it.each(['', '0000-0000-0000', '\u0000'])('answers delete_code_invalid 400 to %j', async (code) => {
    const { signedIn } = await withCode()
    expect(await signedIn.post('/auth/account/delete/confirm', { code })).toMatchObject({
      status: 400,
      body: { error: 'delete_code_invalid' },
    })
  })

  it('answers delete_code_invalid 400 to another account’s code, which stays good', async () => {
    const { code, signedIn, signedUp } = await withCode()
    const eve = await signedUp('eve@example.com')
    expect((await eve.post('/auth/account/delete/confirm', { code })).body.error).toBe('delete_code_invalid')
    expect((await signedIn.post('/auth/account/delete/confirm', { code })).status).toBe(200)
  })

  it('answers delete_code_expired 410 after ten minutes', async () => {
    const { signedIn, code, clock } = await withCode()
    clock.advance(600_000)
    expect(await signedIn.post('/auth/account/delete/confirm', { code })).toMatchObject({
      status: 410,
      body: { error: 'delete_code_expired' },
    })
  })

  it('answers delete_code_already_used 410 to a code that was replaced', async () => {
    const { signedIn, code, mail } = await withCode()
    await signedIn.post('/auth/account/delete/request')
    await mail.newest(EMAIL, 2)
    expect(await signedIn.post('/auth/account/delete/confirm', { code })).toMatchObject({
      status: 410,
      body: { error: 'delete_code_already_used' },
    })
  })

  it('answers session_expired 401 without a session', async () => {
    const { browser } = await world()
    expect((await browser().post('/auth/account/delete/confirm', { code: 'x' })).body.error).toBe('session_expired')
  })
})
