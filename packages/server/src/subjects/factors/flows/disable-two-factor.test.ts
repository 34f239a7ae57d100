import { describe, expect, it } from 'vitest'
import { ada, EMAIL } from '../../../../test/support/gated.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

/** Ada, signed in, with two-factor on. */
async function enabled(env: Record<string, string> = {}) {
  const here = await world({ withMail: true, env })
  const current = await here.signedUp()
  await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
  return { ...here, current }
}

describe('POST /auth/2fa/disable', () => {
  it('switches it off and ends no session', async () => {
    const { browser, signedUp, auditTypes } = await world()
    const current = await signedUp()
    const other = browser()
    await other.post('/auth/login', ada)
    await current.post('/auth/2fa/enable', { password: PASSWORD, keepOtherSessions: true })
    expect(await current.post('/auth/2fa/disable', { password: PASSWORD })).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    })
    expect((await current.get('/auth/me')).status).toBe(200)
    expect((await other.get('/auth/me')).body.twoFactorEnabled).toBe(false)
    expect((await browser().post('/auth/login', ada)).body).toHaveProperty('session')
    expect(await auditTypes()).toContain('2fa.disabled')
  })

  it('ends what was mailed before', async () => {
    const { current, browser, mail } = await enabled()
    await browser().post('/auth/forgot-password', { email: EMAIL })
    const { code } = await mail.newest(EMAIL)
    await current.post('/auth/2fa/disable', { password: PASSWORD })
    const { status } = await browser().post('/auth/reset-password', { code, newPassword: 'battery staple 2' })
    expect(status).toBe(410)
  })

  it('changes nothing when it is off already', async () => {
    const { signedUp, sql, auditTypes } = await world()
    const current = await signedUp()
    const [before] = await sql(`SELECT credential_version, updated_at FROM accounts`)
    expect((await current.post('/auth/2fa/disable', { password: PASSWORD })).status).toBe(200)
    expect(await sql(`SELECT credential_version, updated_at FROM accounts`)).toEqual([before])
    expect(await auditTypes()).not.toContain('2fa.disabled')
  })

  it('does nothing on a password that was replaced while it was checked', async () => {
    const { current, hasher, sql } = await enabled()
    hasher.afterNext = async () => void (await sql(`UPDATE accounts SET credential_version = credential_version + 1`))
    expect(await current.post('/auth/2fa/disable', { password: PASSWORD })).toMatchObject({
      status: 401,
      body: { error: 'invalid_credentials' },
    })
    expect((await current.get('/auth/me')).body.twoFactorEnabled).toBe(true)
  })

  it.each([
    ['two_factor_password_required', 400, {}],
    ['two_factor_password_required', 400, { password: '' }],
    ['invalid_credentials', 401, { password: 'wrong horse 1' }],
  ])('answers %s %i', async (error, status, body) => {
    const { current } = await enabled()
    expect(await current.post('/auth/2fa/disable', body)).toMatchObject({ status, body: { error } })
    expect((await current.get('/auth/me')).body.twoFactorEnabled).toBe(true)
  })

  it('answers two_factor_already_enforced 409 while RequireEmail2FA is on', async () => {
    const { current, database, sql } = await enabled()
    const enforcing = await world({ databaseUrl: database.url, env: { REQUIRE_EMAIL_2FA: 'true' } })
    const same = enforcing.browser()
    for (const [name, value] of current.jar) same.jar.set(name, value)
    expect(await same.post('/auth/2fa/disable', { password: PASSWORD })).toMatchObject({
      status: 409,
      body: { error: 'two_factor_already_enforced' },
    })
    expect(await sql(`SELECT id FROM accounts WHERE two_factor_enabled_at IS NOT NULL`)).toHaveLength(1)
  })

  it('answers session_expired 401 without a session', async () => {
    const { browser } = await world()
    expect(await browser().post('/auth/2fa/disable', {})).toMatchObject({ status: 401, body: { error: 'session_expired' } })
  })

  it('tells the owner by mail where notices are on, and nobody where they are off', async () => {
    const loud = await enabled({ SECURITY_NOTICES: 'true' })
    await loud.current.post('/auth/2fa/disable', { password: PASSWORD })
    await loud.outbox.idle()
    expect(loud.mail.mails).toMatchObject([{ recipients: [EMAIL], subject: expect.stringContaining('switched off') }])

    const quiet = await enabled()
    await quiet.current.post('/auth/2fa/disable', { password: PASSWORD })
    await quiet.outbox.idle()
    expect(quiet.mail.mails).toEqual([])
  })
})
