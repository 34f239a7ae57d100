import { describe, expect, it } from 'vitest'
import { PASSWORD, world } from '../../../test/world.ts'

const EMAIL = 'ada@example.com'
const ada = { email: EMAIL, password: PASSWORD }

/** Ada, who has switched two-factor on, at a fresh browser that has just been gated. */
async function gated(env: Record<string, string> = {}) {
  const here = await world({ withMail: true, env })
  await here.signedUp()
  await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
  const browser = here.browser()
  const reply = await browser.post('/auth/login', ada)
  const { code } = await here.mail.newest(EMAIL)
  const challengeId = reply.body.challengeId as string
  const verify = (by = browser, change: object = {}) => by.post('/auth/2fa/verify', { challengeId, code, ...change })
  const wrong = code === '000000' ? '000001' : '000000'
  return { ...here, visitor: browser, reply, code, wrong, challengeId, verify }
}

describe('POST /auth/login of an account that owes a second factor', () => {
  it('answers the gated shape, sets the binding cookie alone and mails a code', async () => {
    const { reply, code, visitor, clock } = await gated()
    expect(reply.status).toBe(200)
    const expiresAt = new Date(clock.now() + 300_000).toISOString()
    expect(reply.body).toEqual({
      user: expect.objectContaining({ email: EMAIL, twoFactorEnabled: true }),
      requiresTwoFactor: true,
      codeSent: true,
      challengeId: expect.stringMatching(/^[0-9a-f-]{14}4/),
      expiresAt,
      twoFactorExpiresAt: expiresAt,
      message: expect.any(String),
    })
    expect(reply.setCookies).toEqual([
      expect.stringMatching(/^_2fa_challenge=[A-Za-z0-9_-]{43}; Max-Age=300; Path=\/; SameSite=Lax; HttpOnly$/),
    ])
    expect(code).toMatch(/^\d{6}$/)
    expect((await visitor.get('/auth/me')).status).toBe(401)
    expect((await visitor.post('/auth/refresh')).body.error).toBe('invalid_refresh')
  })

  it('mails nothing while the code is live: same challenge, codeSent false, a cookie that works for this browser too', async () => {
    const { browser, challengeId, mail, verify } = await gated()
    const second = browser()
    const reply = await second.post('/auth/login', ada)
    expect(reply.body).toMatchObject({ challengeId, codeSent: false })
    expect(mail.mails).toHaveLength(1)
    expect((await verify(second)).status).toBe(200)
  })

  it.each([
    ['used', `UPDATE challenges SET used_at = 1`],
    ['expired', `UPDATE challenges SET expires_at = 1`],
    ['out of guesses', `UPDATE challenges SET guesses = 5`],
  ])('opens a new challenge when the old one is %s', async (_what, statement) => {
    const { browser, challengeId, sql } = await gated()
    await sql(statement)
    const reply = await browser().post('/auth/login', ada)
    expect(reply.body.codeSent).toBe(true)
    expect(reply.body.challengeId).not.toBe(challengeId)
  })

  it('answers email_failed 500 when the code does not leave, leaves no challenge, and the next login mails afresh', async () => {
    const { browser, signedUp, sql, mail } = await world({ withMail: true })
    await signedUp()
    await sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
    mail.treat('rejects the recipient')
    expect(await browser().post('/auth/login', ada)).toMatchObject({
      status: 500,
      body: { error: 'email_failed' },
      setCookies: [],
    })
    expect(await sql(`SELECT id FROM challenges`)).toEqual([])
    mail.treat('accepts')
    expect((await browser().post('/auth/login', ada)).body.codeSent).toBe(true)
  })

  it('mails one code to twenty logins at once, and every one of them can complete it', async () => {
    const { browser, signedUp, sql, mail } = await world({ withMail: true })
    await signedUp()
    await sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
    const browsers = Array.from({ length: 20 }, () => browser())
    const replies = await Promise.all(browsers.map((one) => one.post('/auth/login', ada)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(replies.filter(({ body }) => body.codeSent)).toHaveLength(1)
    expect(new Set(replies.map(({ body }) => body.challengeId)).size).toBe(1)
    expect(mail.mails).toHaveLength(1)
    const { code } = await mail.newest(EMAIL)
    for (const one of browsers) {
      expect((await one.post('/auth/2fa/verify', { challengeId: replies[0]?.body.challengeId, code })).status).toBe(200)
      await sql(`UPDATE challenges SET used_at = NULL, guesses = 0`)
    }
  })
})

describe('POST /auth/2fa/verify', () => {
  it('answers 200 with user and session, sets the cookies only now and clears the binding cookie', async () => {
    const { verify, visitor, sql, auditTypes } = await gated()
    const reply = await verify()
    expect(reply).toMatchObject({ status: 200, body: { user: { email: EMAIL }, session: { isRevoked: false } } })
    expect(reply.setCookies.at(-1)).toBe('_2fa_challenge=; Max-Age=0; Path=/; SameSite=Lax; HttpOnly')
    expect([...visitor.jar.keys()]).toEqual(['app_session', 'app_refresh', '_csrf'])
    expect((await visitor.get('/auth/me')).status).toBe(200)
    expect(await sql(`SELECT id FROM sessions WHERE second_factor_at IS NOT NULL`)).toHaveLength(1)
    expect(await auditTypes()).toEqual(expect.arrayContaining(['2fa.code.sent', '2fa.code.verified']))
  })

  it('answers two_factor_code_invalid 400 to a wrong code, and counts it', async () => {
    const { verify, wrong, visitor, sql, auditTypes } = await gated()
    expect(await verify(visitor, { code: wrong })).toMatchObject({
      status: 400,
      body: { error: 'two_factor_code_invalid' },
      setCookies: [],
    })
    expect(await sql(`SELECT guesses FROM challenges`)).toMatchObject([{ guesses: 1 }])
    expect(await auditTypes()).toContain('2fa.code.failed')
  })

  it('refuses even the right code after five wrong ones', async () => {
    const { verify, wrong, visitor } = await gated()
    for (let n = 0; n < 5; n++) await verify(visitor, { code: wrong })
    expect(await verify()).toMatchObject({ status: 400, body: { error: 'two_factor_code_invalid' } })
  })

  it('accepts the right code as the fifth guess', async () => {
    const { verify, wrong, visitor } = await gated()
    for (let n = 0; n < 4; n++) await verify(visitor, { code: wrong })
    expect((await verify()).status).toBe(200)
  })

  it('answers two_factor_code_expired 410 past the TTL', async () => {
    const { verify, clock } = await gated()
    clock.advance(300_000)
    expect(await verify()).toMatchObject({ status: 410, body: { error: 'two_factor_code_expired' } })
  })

  it('answers two_factor_code_already_used 410 to a second use', async () => {
    const { verify, visitor } = await gated()
    const twin = visitor.clone()
    await verify()
    expect(await verify(twin)).toMatchObject({ status: 410, body: { error: 'two_factor_code_already_used' } })
  })

  it('answers the same bytes to whoever lacks the binding cookie, whatever became of the challenge', async () => {
    const { verify, browser, sql, challengeId } = await gated()
    const stranger = browser()
    stranger.jar.set('_2fa_challenge', 'a'.repeat(43))
    const seen = new Set<string>()
    const look = async (by = stranger, change = {}) => {
      const { status, text } = await verify(by, change)
      seen.add(`${status} ${text}`)
    }
    await look()
    await look(browser())
    await look(stranger, { challengeId: '00000000-0000-4000-8000-000000000000' })
    await look(stranger, { challengeId: 'nonsense' })
    for (const change of ['guesses = 5', 'guesses = 0, expires_at = 1', 'used_at = 1']) {
      await sql(`UPDATE challenges SET ${change} WHERE id = ?`, [challengeId])
      await look()
    }
    expect([...seen]).toEqual([expect.stringMatching(/^400 .*two_factor_code_invalid/)])
  })

  it('needs no binding cookie when DisableChallengeBinding is set', async () => {
    const { verify, browser } = await gated({ DISABLE_CHALLENGE_BINDING: 'true' })
    expect((await verify(browser())).status).toBe(200)
  })

  it('answers user_banned 403 to a banned account with the right code, and issues nothing', async () => {
    const { verify, sql, visitor } = await gated()
    await sql(`UPDATE accounts SET banned_at = 1`)
    expect(await verify(visitor.clone())).toMatchObject({ status: 403, body: { error: 'user_banned' }, setCookies: [] })
    await sql(`UPDATE accounts SET banned_at = NULL`)
    expect((await verify()).status).toBe(200)
  })

  it.each([
    ['the account is deleted', `DELETE FROM accounts`],
    ['its row is gone', `DELETE FROM challenges`],
  ])('answers two_factor_code_invalid when %s', async (_what, statement) => {
    const { verify, sql } = await gated()
    await sql(statement)
    expect(await verify()).toMatchObject({ status: 400, body: { error: 'two_factor_code_invalid' } })
  })

  it('dies with a change of password', async () => {
    const { verify, browser, mail } = await gated()
    await browser().post('/auth/forgot-password', { email: EMAIL })
    const { code } = await mail.newest(EMAIL, 2)
    await browser().post('/auth/reset-password', { code, newPassword: 'battery staple 2' })
    expect(await verify()).toMatchObject({ status: 400, body: { error: 'two_factor_code_invalid' } })
  })

  it('evaluates five of fifty wrong guesses at once', async () => {
    const { verify, visitor, wrong, sql } = await gated()
    const replies = await Promise.all(Array.from({ length: 50 }, () => verify(visitor.clone(), { code: wrong })))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400]))
    expect(await sql(`SELECT guesses FROM challenges`)).toMatchObject([{ guesses: 5 }])
    expect((await verify()).status).toBe(400)
  })

  it('gives twenty callers with the right code at most one session', async () => {
    const { verify, visitor, sql } = await gated()
    const replies = await Promise.all(Array.from({ length: 20 }, () => verify(visitor.clone())))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => ![200, 400, 410].includes(status))).toEqual([])
    expect(await sql(`SELECT id FROM sessions WHERE second_factor_at IS NOT NULL`)).toHaveLength(1)
  })

  it('keeps the count when what follows the comparison fails', async () => {
    const { verify, failUpdatesOf, sql } = await gated()
    await failUpdatesOf('accounts')
    expect((await verify()).status).toBe(500)
    expect(await sql(`SELECT guesses, used_at FROM challenges`)).toMatchObject([{ guesses: 1, used_at: null }])
  })
})

describe('POST /auth/2fa/resend', () => {
  const resend = (challengeId: string) => ['/auth/2fa/resend', { challengeId }] as const

  it('mails a fresh code on the same challenge; the old code no longer works', async () => {
    const { visitor, challengeId, code, mail, verify, clock } = await gated()
    clock.advance(60_000)
    const reply = await visitor.post(...resend(challengeId))
    expect(reply).toMatchObject({
      status: 200,
      body: { codeSent: true, challengeId, expiresAt: new Date(clock.now() + 300_000).toISOString() },
    })
    const fresh = await mail.newest(EMAIL, 2)
    if (fresh.code !== code) expect((await verify()).status).toBe(400)
    expect((await verify(visitor, { code: fresh.code })).status).toBe(200)
  })

  it('does not reset the guesses', async () => {
    const { visitor, challengeId, mail, verify, wrong } = await gated()
    for (let n = 0; n < 4; n++) await verify(visitor, { code: wrong })
    await visitor.post(...resend(challengeId))
    const { code } = await mail.newest(EMAIL, 2)
    await verify(visitor, { code: code === '000000' ? '000001' : '000000' })
    expect((await verify(visitor, { code })).status).toBe(400)
  })

  it.each([
    ['used', `used_at = 1`],
    ['expired', `expires_at = 1`],
    ['out of guesses', `guesses = 5`],
    ['out of resends', `resends = 3`],
  ])('answers two_factor_code_expired 410 on a challenge that is %s', async (_what, change) => {
    const { visitor, challengeId, sql, mail } = await gated()
    await sql(`UPDATE challenges SET ${change}`)
    expect(await visitor.post(...resend(challengeId))).toMatchObject({ status: 410, body: { error: 'two_factor_code_expired' } })
    expect(mail.mails).toHaveLength(1)
  })

  it('answers 410 to the fourth resend', async () => {
    const { visitor, challengeId } = await gated()
    for (let n = 0; n < 3; n++) expect((await visitor.post(...resend(challengeId))).body.codeSent).toBe(true)
    expect((await visitor.post(...resend(challengeId))).body.error).toBe('two_factor_code_expired')
  })

  it('answers 200 challenge_not_found alike to unknown and unbound challenges, and mails nothing', async () => {
    const { browser, visitor, challengeId, mail } = await gated()
    const replies = [
      await browser().post(...resend(challengeId)),
      await visitor.post(...resend('00000000-0000-4000-8000-000000000000')),
      await visitor.post(...resend('nonsense')),
      await visitor.post('/auth/2fa/resend', {}),
    ]
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(replies[0]).toMatchObject({
      status: 200,
      body: { error: 'challenge_not_found', message: 'If the challenge is valid, a new code has been sent.' },
    })
    expect(mail.mails).toHaveLength(1)
  })

  it('keeps the row and its counts when the mail does not leave; a retry mints again', async () => {
    const { visitor, challengeId, mail, sql, verify, wrong } = await gated()
    await verify(visitor, { code: wrong })
    mail.treat('rejects the recipient')
    expect(await visitor.post(...resend(challengeId))).toMatchObject({ status: 500, body: { error: 'email_failed' } })
    expect(await sql(`SELECT guesses, resends, mail_accepted_at FROM challenges`)).toMatchObject([
      { guesses: 1, resends: 1, mail_accepted_at: null },
    ])
    mail.treat('accepts')
    expect((await visitor.post(...resend(challengeId))).body.codeSent).toBe(true)
    const { code } = await mail.newest(EMAIL, 2)
    expect((await verify(visitor, { code })).status).toBe(200)
  })

  it('lets a login mail again when a failed resend left no code that anybody has', async () => {
    const { visitor, browser, challengeId, mail, sql } = await gated()
    mail.treat('rejects the recipient')
    await visitor.post(...resend(challengeId))
    mail.treat('accepts')
    const again = browser()
    expect((await again.post('/auth/login', ada)).body).toMatchObject({ challengeId, codeSent: true })
    const { code } = await mail.newest(EMAIL, 2)
    expect((await again.post('/auth/2fa/verify', { challengeId, code })).status).toBe(200)
    expect(await sql(`SELECT id FROM challenges`)).toHaveLength(1)
  })

  it('mails three codes at most when ten ask at once, and the newest works', async () => {
    const { visitor, challengeId, mail, verify } = await gated()
    const replies = await Promise.all(Array.from({ length: 10 }, () => visitor.clone().post(...resend(challengeId))))
    expect(replies.every(({ status }) => status === 200 || status === 410)).toBe(true)
    expect(mail.mails.length - 1).toBeLessThanOrEqual(3)
    const { code } = await mail.newest(EMAIL, 2)
    expect((await verify(visitor, { code })).status).toBe(200)
  })
})

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

  it('changes nothing when it is on already', async () => {
    const { signedUp, browser, sql } = await world()
    const current = await signedUp()
    await current.post('/auth/2fa/enable', { password: PASSWORD })
    const [before] = await sql(`SELECT credential_version, two_factor_enabled_at FROM accounts`)
    expect((await current.post('/auth/2fa/enable', { password: PASSWORD })).status).toBe(200)
    expect(await sql(`SELECT credential_version, two_factor_enabled_at FROM accounts`)).toEqual([before])
    expect((await browser().post('/auth/login', ada)).body.requiresTwoFactor).toBe(true)
  })

  it('lets no login that was in flight through without a code', async () => {
    const { signedUp, browser, hasher } = await world()
    const current = await signedUp()
    hasher.afterNext = async () => {
      expect((await current.post('/auth/2fa/enable', { password: PASSWORD })).status).toBe(200)
    }
    expect((await browser().post('/auth/login', ada)).body).not.toHaveProperty('session')
  })

  it.each([
    ['two_factor_password_required', 400, {}],
    ['two_factor_password_required', 400, { password: '' }],
    ['invalid_credentials', 401, { password: 'wrong horse 1' }],
  ])('answers %s', async (error, status, body) => {
    const { signedUp } = await world()
    const browser = await signedUp()
    for (const path of ['/auth/2fa/enable', '/auth/2fa/disable'])
      expect(await browser.post(path, body)).toMatchObject({ status, body: { error } })
  })

  it('answers session_expired 401 without a session', async () => {
    const { browser } = await world()
    for (const path of ['/auth/2fa/enable', '/auth/2fa/disable'])
      expect((await browser().post(path, {})).body.error).toBe('session_expired')
  })

  it('tells the owner by mail where notices are on', async () => {
    const { signedUp, mail } = await world({ withMail: true, env: { SECURITY_NOTICES: 'true' } })
    const browser = await signedUp()
    await browser.post('/auth/2fa/enable', { password: PASSWORD })
    expect((await mail.newest(EMAIL)).subject).toContain('switched on')
    await browser.post('/auth/2fa/disable', { password: PASSWORD })
    expect((await mail.newest(EMAIL, 2)).subject).toContain('switched off')
  })
})

describe('POST /auth/2fa/disable', () => {
  it('switches it off and ends no session', async () => {
    const { signedUp, browser, auditTypes } = await world()
    const current = await signedUp()
    const other = browser()
    await other.post('/auth/login', ada)
    await current.post('/auth/2fa/enable', { password: PASSWORD, keepOtherSessions: true })
    expect(await current.post('/auth/2fa/disable', { password: PASSWORD })).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    })
    expect((await other.get('/auth/me')).body.twoFactorEnabled).toBe(false)
    expect((await browser().post('/auth/login', ada)).body).toHaveProperty('session')
    expect(await auditTypes()).toContain('2fa.disabled')
  })
})

describe('RequireEmail2FA', () => {
  const env = { REQUIRE_EMAIL_2FA: 'true' }

  it('gates register, and the code completes it', async () => {
    const { browser, mail, sql } = await world({ withMail: true, env })
    const visitor = browser()
    const reply = await visitor.post('/auth/register', { ...ada, name: 'Ada' })
    expect(reply).toMatchObject({ status: 201, body: { requiresTwoFactor: true, codeSent: true } })
    expect([...visitor.jar.keys()]).toEqual(['_2fa_challenge'])
    expect(await sql(`SELECT id FROM sessions`)).toEqual([])
    const { code } = await mail.newest(EMAIL)
    expect((await visitor.post('/auth/2fa/verify', { challengeId: reply.body.challengeId, code })).status).toBe(200)
    expect((await visitor.get('/auth/me')).body.isVerified).toBe(false)
  })

  it('gates register alone, also with RequireEmailVerification; at login verification comes first', async () => {
    const { browser, mail } = await world({ withMail: true, env: { ...env, REQUIRE_EMAIL_VERIFICATION: 'true' } })
    const reply = await browser().post('/auth/register', { ...ada, name: 'Ada' })
    expect(reply.body).toHaveProperty('requiresTwoFactor')
    expect(reply.body).not.toHaveProperty('requiresVerification')
    expect(mail.mails).toHaveLength(1)
    expect((await browser().post('/auth/login', ada)).body).toHaveProperty('requiresVerification')
  })

  it('takes a registration back whose code does not leave', async () => {
    const { browser, mail, sql } = await world({ withMail: true, env })
    mail.treat('rejects the mail')
    expect(await browser().post('/auth/register', { ...ada, name: 'Ada' })).toMatchObject({
      status: 500,
      body: { error: 'email_failed' },
    })
    for (const table of ['accounts', 'challenges', 'challenge_bindings']) expect(await sql(`SELECT * FROM ${table}`)).toEqual([])
    mail.treat('accepts')
    expect((await browser().post('/auth/register', { ...ada, name: 'Ada' })).status).toBe(201)
  })

  it('answers two_factor_already_enforced 409 to switching it per account', async () => {
    const open = await world()
    const browser = await open.signedUp()
    const enforcing = await world({ databaseUrl: open.database.url, env })
    const same = enforcing.browser()
    for (const [name, value] of browser.jar) same.jar.set(name, value)
    for (const path of ['/auth/2fa/enable', '/auth/2fa/disable']) {
      expect(await same.post(path, { password: PASSWORD })).toMatchObject({
        status: 409,
        body: { error: 'two_factor_already_enforced' },
      })
    }
  })
})

describe('TwoFactorConfig.DefaultEnabled', () => {
  it('signs a new account in at once, with two-factor on from the next login', async () => {
    const { signedUp, browser } = await world({ env: { TWO_FACTOR_DEFAULT_ENABLED: 'true' } })
    expect((await (await signedUp()).get('/auth/me')).body.twoFactorEnabled).toBe(true)
    expect((await browser().post('/auth/login', ada)).body.requiresTwoFactor).toBe(true)
  })
})

describe('POST /auth/admin/login', () => {
  const asAdmin = async (env: Record<string, string> = {}) => {
    const here = await world({ withMail: true, env })
    await here.signedUp()
    await here.sql(`UPDATE accounts SET role = 'admin', verified_at = 1`)
    return here
  }

  it('answers the gated shape whatever the other settings are, and the code completes it', async () => {
    const { browser, mail, sql, auditTypes } = await asAdmin()
    const visitor = browser()
    const reply = await visitor.post('/auth/admin/login', ada)
    expect(reply).toMatchObject({ status: 200, body: { requiresTwoFactor: true } })
    const { code } = await mail.newest(EMAIL)
    expect((await visitor.post('/auth/2fa/verify', { challengeId: reply.body.challengeId, code })).body.user.role).toBe('admin')
    expect(await sql(`SELECT id FROM sessions WHERE second_factor_at IS NOT NULL`)).toHaveLength(1)
    expect(await auditTypes()).toContain('2fa.code.verified')
  })

  it('answers invalid_credentials 401 to an account that is no administrator, to a wrong password and to an unknown address alike', async () => {
    const { browser, signedUp, hasher } = await asAdmin()
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
  })

  it('issues a session at once when DisableAdminTwoFactor is set', async () => {
    const { browser, auditTypes } = await asAdmin({ DISABLE_ADMIN_TWO_FACTOR: 'true' })
    expect((await browser().post('/auth/admin/login', ada)).body).toHaveProperty('session')
    expect(await auditTypes()).toContain('admin.login.success')
  })

  it('answers user_banned 403 after the right password', async () => {
    const { browser, sql } = await asAdmin()
    await sql(`UPDATE accounts SET banned_at = 1`)
    expect(await browser().post('/auth/admin/login', ada)).toMatchObject({ status: 403, body: { error: 'user_banned' } })
  })
})
