import { describe, expect, it } from 'vitest'
import { ada, EMAIL } from '../../../../test/support/gated.ts'
import { world } from '../../../../test/support/world.ts'

async function asAdmin(env: Record<string, string> = {}) {
  const here = await world({ withMail: true, env })
  await here.signedUp()
  await here.sql(`UPDATE accounts SET role = 'admin', verified_at = 1, mailbox_proved_at = 1`)
  return here
}

describe('POST /auth/admin/login', () => {
  it('answers the gated shape whatever the other settings are, and the code completes it', async () => {
    const { browser, mail, sql, auditTypes } = await asAdmin()
    const visitor = browser()
    const reply = await visitor.post('/auth/admin/login', ada)
    expect(reply).toMatchObject({ status: 200, body: { requiresTwoFactor: true } })
    expect([...visitor.jar.keys()]).toEqual(['_2fa_challenge'])
    const { code } = await mail.newest(EMAIL)
    expect((await visitor.post('/auth/2fa/verify', { challengeId: reply.body.challengeId, code })).body.user.role).toBe('admin')
    expect(await sql(`SELECT id FROM sessions WHERE second_factor_at IS NOT NULL`)).toHaveLength(1)
    expect(await auditTypes()).toEqual(expect.arrayContaining(['2fa.code.verified', 'admin.login.success']))
  })

  it('answers invalid_credentials 401 to an account that is no administrator, to a wrong password and to an unknown address alike', async () => {
    const { browser, signedUp, hasher, sql } = await asAdmin()
    await signedUp('eve@example.com')
    const seen = []
    for (const body of [
      { ...ada, email: 'eve@example.com' },
      { ...ada, password: 'wrong horse 1' },
      { ...ada, email: 'nobody@example.com' },
    ]) {
      const before = hasher.calls
      const { status, text } = await browser().post('/auth/admin/login', body)
      seen.push(`${status} ${text} ${hasher.calls - before}`)
    }
    expect(new Set(seen).size).toBe(1)
    expect(seen[0]).toMatch(/^401 .*invalid_credentials.* 1$/)
    expect(await sql(`SELECT id FROM audit_events WHERE type = 'admin.login.failed' AND success = 0`)).toHaveLength(3)
  })

  it('issues a session at once when DisableAdminTwoFactor is set', async () => {
    const { browser, auditTypes } = await asAdmin({ DISABLE_ADMIN_TWO_FACTOR: 'true' })
    expect((await browser().post('/auth/admin/login', ada)).body).toHaveProperty('session')
    expect(await auditTypes()).toContain('admin.login.success')
  })

  it('still owes the account’s own second factor when DisableAdminTwoFactor is set', async () => {
    const { browser, sql } = await asAdmin({ DISABLE_ADMIN_TWO_FACTOR: 'true' })
    await sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
    expect((await browser().post('/auth/admin/login', ada)).body).toHaveProperty('requiresTwoFactor')
  })

  it('answers verification pending to an administrator who is not verified while RequireEmailVerification is on', async () => {
    const { browser, sql } = await asAdmin({ REQUIRE_EMAIL_VERIFICATION: 'true' })
    await sql(`UPDATE accounts SET verified_at = NULL`)
    expect(await browser().post('/auth/admin/login', ada)).toMatchObject({
      status: 200,
      body: { requiresVerification: true },
      setCookies: [],
    })
  })

  it('answers user_banned 403 after the right password', async () => {
    const { browser, sql } = await asAdmin()
    await sql(`UPDATE accounts SET banned_at = 1`)
    expect(await browser().post('/auth/admin/login', ada)).toMatchObject({ status: 403, body: { error: 'user_banned' } })
    expect((await browser().post('/auth/admin/login', { ...ada, password: 'wrong horse 1' })).body.error).toBe(
      'invalid_credentials',
    )
  })

  it('answers email_failed 500 when the code does not leave', async () => {
    const { browser, mail } = await asAdmin()
    mail.treat('rejects the recipient')
    expect(await browser().post('/auth/admin/login', ada)).toMatchObject({ status: 500, body: { error: 'email_failed' } })
  })
})
