import { describe, expect, it } from 'vitest'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const ada = { email: 'ada@example.com', password: PASSWORD }
const NEW = 'battery staple 2'

/** Ada is signed in on one browser and has a reset code in her mailbox. */
async function withResetCode(env: Record<string, string> = {}) {
  const here = await world({ withMail: true, env })
  const signedIn = await here.signedUp()
  await here.browser().post('/auth/forgot-password', { email: ada.email })
  const { code } = await here.mail.newest(ada.email)
  return { ...here, signedIn, code }
}

describe('POST /auth/forgot-password', () => {
  it('answers 200 and mails a link to the stored address, under the configured URL', async () => {
    const { mail, code } = await withResetCode()
    const letter = await mail.newest(ada.email)
    expect(letter.recipients).toEqual([ada.email])
    expect(letter.link).toBe(`http://localhost:3000/reset-password#code=${code}`)
    expect(code).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  it('ignores what request headers say about the host', async () => {
    const { browser, mail, signedUp } = await world({ withMail: true, env: { TRUSTED_PROXIES: '127.0.0.1' } })
    await signedUp()
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    }
    await browser().post('/auth/forgot-password', { email: ada.email }, { headers })
    const { raw, link } = await mail.newest(ada.email)
    expect(link).toMatch(/^http:\/\/localhost:3000\//)
    expect(raw).not.toContain('evil')
  })

  it('mails an account without a password, too', async () => {
    const { browser, mail, signedUp, sql } = await world({ withMail: true })
    await signedUp()
    await sql(`UPDATE accounts SET password_hash = NULL`)
    await browser().post('/auth/forgot-password', { email: ada.email })
    expect((await mail.newest(ada.email)).code).toHaveLength(43)
  })

  it('answers email_failed 500 to everyone when no mail sender is configured', async () => {
    const { browser, signedUp } = await world({ env: { DEV_INBOX: 'false', DISABLE_ADMIN_TWO_FACTOR: 'true' } })
    await signedUp()
    for (const email of [ada.email, 'nobody@example.com']) {
      expect(await browser().post('/auth/forgot-password', { email })).toMatchObject({
        status: 500,
        body: { error: 'email_failed' },
      })
    }
  })
})

describe('POST /auth/reset-password', () => {
  it('answers 200, sets no cookie, and the new password works while the old one does not', async () => {
    const { browser, code } = await withResetCode()
    const reply = await browser().post('/auth/reset-password', { code, newPassword: NEW })
    expect(reply).toMatchObject({ status: 200, body: { message: expect.any(String) }, setCookies: [] })
    expect((await browser().post('/auth/login', ada)).status).toBe(401)
    expect((await browser().post('/auth/login', { ...ada, password: NEW })).status).toBe(200)
  })

  it('ends every session, refresh token and sibling code', async () => {
    const { browser, code, signedIn, mail, sql, auditTypes } = await withResetCode()
    await sql(`UPDATE accounts SET mailbox_proved_at = 1`) // the first proof of a mailbox would end the sessions by itself
    await browser().post('/auth/forgot-password', { email: ada.email })
    const sibling = await mail.newest(ada.email, 2)
    await browser().post('/auth/reset-password', { code, newPassword: NEW })
    expect((await signedIn.clone().get('/auth/me')).status).toBe(401)
    expect((await signedIn.clone().post('/auth/refresh')).body.error).toBe('session_revoked')
    const reply = await browser().post('/auth/reset-password', { code: sibling.code, newPassword: NEW })
    expect(reply).toMatchObject({ status: 410, body: { error: 'reset_token_already_used' } })
    expect(await auditTypes()).toEqual(
      expect.arrayContaining(['password.reset.requested', 'password.reset.completed', 'session.revoked']),
    )
  })

  it('lets no login that was in flight through', async () => {
    const { browser, code, hasher, sql } = await withResetCode()
    hasher.afterNext = async () => {
      expect((await browser().post('/auth/reset-password', { code, newPassword: NEW })).status).toBe(200)
    }
    expect((await browser().post('/auth/login', ada)).status).toBe(401)
    expect(await sql(`SELECT id FROM sessions WHERE revoked_at IS NULL`)).toEqual([])
  })

  it.each(['', 'x', 'a'.repeat(43), '\u0000'])('answers reset_token_invalid 400 to %j', async (code) => {
    const { browser } = await withResetCode()
    const reply = await browser().post('/auth/reset-password', { code, newPassword: NEW })
    expect(reply).toMatchObject({ status: 400, body: { error: 'reset_token_invalid' } })
  })

  it('answers reset_token_already_used 410 to a used code', async () => {
    const { browser, code } = await withResetCode()
    await browser().post('/auth/reset-password', { code, newPassword: NEW })
    const reply = await browser().post('/auth/reset-password', { code, newPassword: 'another staple 3' })
    expect(reply).toMatchObject({ status: 410, body: { error: 'reset_token_already_used' } })
  })

  it('answers reset_token_expired 410 after an hour', async () => {
    const { browser, code, clock } = await withResetCode()
    clock.advance(3_600_000)
    expect(await browser().post('/auth/reset-password', { code, newPassword: NEW })).toMatchObject({
      status: 410,
      body: { error: 'reset_token_expired' },
    })
  })

  it('answers user_not_found 404 when the account is gone', async () => {
    const { browser, code, sql } = await withResetCode()
    await sql(`DELETE FROM accounts`)
    expect(await browser().post('/auth/reset-password', { code, newPassword: NEW })).toMatchObject({
      status: 404,
      body: { error: 'user_not_found' },
    })
  })

  it('answers password_update_conflict 409 to the loser of a race for one code', async () => {
    const { browser, code, hasher } = await withResetCode()
    hasher.afterNext = async () => {
      expect((await browser().post('/auth/reset-password', { code, newPassword: NEW })).status).toBe(200)
    }
    const loser = await browser().post('/auth/reset-password', { code, newPassword: 'losing staple 3' })
    expect(loser).toMatchObject({ status: 409, body: { error: 'password_update_conflict' } })
    expect((await browser().post('/auth/login', { ...ada, password: NEW })).status).toBe(200)
  })

  it('answers weak_password 400 and spends nothing', async () => {
    const { browser, code } = await withResetCode()
    expect(await browser().post('/auth/reset-password', { code, newPassword: 'weak' })).toMatchObject({
      status: 400,
      body: { error: 'weak_password' },
    })
    expect((await browser().post('/auth/reset-password', { code, newPassword: NEW })).status).toBe(200)
  })

  it('tells the owner by mail where notices are on', async () => {
    const { browser, code, mail, sql } = await withResetCode({ SECURITY_NOTICES: 'true' })
    await sql(`UPDATE accounts SET mailbox_proved_at = 1`)
    await browser().post('/auth/reset-password', { code, newPassword: NEW })
    expect((await mail.newest(ada.email, 2)).subject).toMatch(/password/i)
  })
})
