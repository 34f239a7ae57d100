import { describe, expect, it } from 'vitest'
import { ada, EMAIL } from '../../../../test/support/gated.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

describe('POST /auth/2fa/enable', () => {
  it('switches it on, ends every other session, and the next login is gated', async () => {
    const { signedUp, browser, auditTypes } = await world()
    const current = await signedUp()
    const other = browser()
    await other.post('/auth/login', ada)
    expect(await current.post('/auth/2fa/enable', { password: PASSWORD })).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    })
    expect((await current.get('/auth/me')).body.twoFactorEnabled).toBe(true)
    expect((await other.get('/auth/me')).status).toBe(401)
    expect((await other.post('/auth/refresh')).status).toBe(401)
    expect((await browser().post('/auth/login', ada)).body.requiresTwoFactor).toBe(true)
    expect(await auditTypes()).toContain('2fa.enabled')
  })

  it('keeps other sessions when asked to, and only then', async () => {
    const { signedUp, browser } = await world()
    const current = await signedUp()
    const other = browser()
    await other.post('/auth/login', ada)
    expect((await current.post('/auth/2fa/enable', { password: PASSWORD, keepOtherSessions: 'false' })).body.error).toBe(
      'invalid_json',
    )
    await current.post('/auth/2fa/enable', { password: PASSWORD, keepOtherSessions: true })
    expect((await other.get('/auth/me')).status).toBe(200)
  })

  it.each([true, false])('ends outstanding codes and open challenges, with keepOtherSessions %s', async (keepOtherSessions) => {
    const { signedUp, browser, mail, sql } = await world({ withMail: true })
    const current = await signedUp()
    await current.post('/auth/resend-verification')
    const { code } = await mail.newest(EMAIL)
    await sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
    await browser().post('/auth/login', ada)
    await sql(`UPDATE accounts SET two_factor_enabled_at = NULL`)
    expect((await current.post('/auth/2fa/enable', { password: PASSWORD, keepOtherSessions })).status).toBe(200)
    expect(await sql(`SELECT id FROM challenges`)).toEqual([])
    expect((await browser().post('/auth/verify-email', { code })).body.error).toBe('code_already_used')
  })

  it('changes nothing when it is on already', async () => {
    const { signedUp, browser, sql, auditTypes } = await world()
    const current = await signedUp()
    await current.post('/auth/2fa/enable', { password: PASSWORD })
    const [before] = await sql(`SELECT credential_version, two_factor_enabled_at FROM accounts`)
    expect((await current.post('/auth/2fa/enable', { password: PASSWORD })).status).toBe(200)
    expect(await sql(`SELECT credential_version, two_factor_enabled_at FROM accounts`)).toEqual([before])
    expect((await browser().post('/auth/login', ada)).body.requiresTwoFactor).toBe(true)
    expect((await auditTypes()).filter((type) => type === '2fa.enabled')).toHaveLength(1)
  })

  it('lets no login that was in flight through without a code', async () => {
    const { signedUp, browser, hasher } = await world()
    const current = await signedUp()
    hasher.afterNext = async () => {
      expect((await current.post('/auth/2fa/enable', { password: PASSWORD })).status).toBe(200)
    }
    expect((await browser().post('/auth/login', ada)).body).not.toHaveProperty('session')
  })

  it('does nothing on a password that was replaced while it was checked', async () => {
    const { signedUp, hasher, sql } = await world()
    const current = await signedUp()
    hasher.afterNext = async () => void (await sql(`UPDATE accounts SET credential_version = credential_version + 1`))
    expect(await current.post('/auth/2fa/enable', { password: PASSWORD })).toMatchObject({
      status: 401,
      body: { error: 'invalid_credentials' },
    })
    expect((await current.get('/auth/me')).body.twoFactorEnabled).toBe(false)
  })

  it.each([
    ['two_factor_password_required', 400, {}],
    ['two_factor_password_required', 400, { password: '' }],
    ['invalid_credentials', 401, { password: 'wrong horse 1' }],
  ])('answers %s %i', async (error, status, body) => {
    const { signedUp } = await world()
    const browser = await signedUp()
    expect(await browser.post('/auth/2fa/enable', body)).toMatchObject({ status, body: { error } })
    expect((await browser.get('/auth/me')).body.twoFactorEnabled).toBe(false)
  })

  it('answers two_factor_already_enforced 409 while RequireEmail2FA is on', async () => {
    const open = await world()
    const current = await open.signedUp()
    const enforcing = await world({ databaseUrl: open.database.url, env: { REQUIRE_EMAIL_2FA: 'true' } })
    const same = enforcing.browser()
    for (const [name, value] of current.jar) same.jar.set(name, value)
    expect(await same.post('/auth/2fa/enable', { password: PASSWORD })).toMatchObject({
      status: 409,
      body: { error: 'two_factor_already_enforced' },
    })
  })

  it('answers session_expired 401 without a session', async () => {
    const { browser } = await world()
    expect(await browser().post('/auth/2fa/enable', {})).toMatchObject({ status: 401, body: { error: 'session_expired' } })
  })

  it('tells the owner by mail where notices are on, and nobody where they are off', async () => {
    const loud = await world({ withMail: true, env: { SECURITY_NOTICES: 'true' } })
    await (await loud.signedUp()).post('/auth/2fa/enable', { password: PASSWORD })
    await loud.outbox.idle()
    expect(loud.mail.mails).toMatchObject([{ recipients: [EMAIL], subject: expect.stringContaining('switched on') }])

    const quiet = await world({ withMail: true })
    await (await quiet.signedUp()).post('/auth/2fa/enable', { password: PASSWORD })
    await quiet.outbox.idle()
    expect(quiet.mail.mails).toEqual([])
  })
})
