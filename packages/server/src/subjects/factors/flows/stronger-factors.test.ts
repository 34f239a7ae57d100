import { describe, expect, it } from 'vitest'
import { ada, addPasskey, addTotp, EMAIL, STEP_MS, signedInAda, withTotp } from '../../../../test/support/factored.ts'
import { oauthWorld } from '../../../../test/support/oauth-world.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

describe('a sign-in to an account with an authenticator app', () => {
  it('names its methods, mails nothing, and is completed with a code of the app', async () => {
    const { enter, app, mail, clock, auditTypes } = await withTotp()
    const { visitor, reply, challengeId, verify } = await enter()
    const expiresAt = new Date(clock.now() + 300_000).toISOString()
    expect(reply.body).toEqual({
      user: expect.objectContaining({ twoFactorEnabled: true }),
      requiresTwoFactor: true,
      codeSent: false,
      challengeId,
      expiresAt,
      twoFactorExpiresAt: expiresAt,
      methods: ['totp', 'recovery'],
      message: expect.any(String),
    })
    expect(mail.mails).toEqual([])
    expect((await verify({ code: app.code() })).body).toHaveProperty('session')
    expect((await visitor.get('/auth/factors')).body.totp.lastUsedAt).toBe(new Date(clock.now()).toISOString())
    expect(await auditTypes()).toEqual(expect.arrayContaining(['2fa.code.verified', 'login.success']))
  })

  it('takes a code once, and none from before it', async () => {
    const { enter, app } = await withTotp()
    const code = app.code()
    expect((await (await enter()).verify({ code })).status).toBe(200)
    const { verify } = await enter()
    expect((await verify({ code })).body.error).toBe('two_factor_code_invalid')
    expect((await verify({ code: app.code(-1) })).body.error).toBe('two_factor_code_invalid')
  })

  it('takes a code once from many at once', async () => {
    const { enter, app } = await withTotp()
    const entries = await Promise.all(Array.from({ length: 5 }, () => enter()))
    const replies = await Promise.all(entries.map(({ verify }) => verify({ code: app.code() })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('has five guesses over all methods', async () => {
    const { enter, app, recoveryCodes } = await withTotp()
    const { verify } = await enter()
    for (const method of ['totp', 'recovery', 'email', 'totp', 'nonsense'])
      expect((await verify({ code: app.wrong(), method })).body.error).toBe('two_factor_code_invalid')
    expect((await verify({ code: app.code() })).body.error).toBe('two_factor_code_invalid')
    expect((await verify({ code: recoveryCodes[0] })).body.error).toBe('two_factor_code_invalid')
  })

  it('can have no code mailed: a mailbox would be a way round the app', async () => {
    const { enter, mail, owner, app } = await withTotp()
    await owner.post('/auth/step-up', { code: app.code() })
    await owner.post('/auth/2fa/enable', { password: ada.password, keepOtherSessions: true })
    const { visitor, reply, challengeId } = await enter()
    expect(reply.body).toMatchObject({ codeSent: false, methods: ['totp', 'recovery'] })
    expect(await visitor.post('/auth/2fa/resend', { challengeId })).toMatchObject({
      status: 410,
      body: { error: 'two_factor_code_expired' },
    })
    expect(mail.mails).toEqual([])
  })

  it('may have one mailed where TWO_FACTOR_EMAIL_BESIDE says so', async () => {
    const { enter, mail } = await withTotp({ TWO_FACTOR_EMAIL_BESIDE: 'true' })
    const { reply, verify } = await enter()
    expect(reply.body).toMatchObject({ codeSent: true, methods: ['totp', 'recovery', 'email'] })
    const { code } = await mail.newest(EMAIL)
    expect((await verify({ code, method: 'email' })).status).toBe(200)
  })

  it("opens the administrators' routes, and is what their door asks for", async () => {
    const { sql, app, browser } = await withTotp()
    await sql(`UPDATE accounts SET role = 'admin'`)
    const admin = browser()
    const { challengeId, methods } = (await admin.post('/auth/admin/login', ada)).body
    expect(methods).toEqual(['totp', 'recovery'])
    expect((await admin.post('/auth/2fa/verify', { challengeId, code: app.code() })).status).toBe(200)
    expect((await admin.get('/admin/users')).status).toBe(200)
  })

  it('satisfies REQUIRE_EMAIL_2FA with the app alone', async () => {
    const { database, app } = await withTotp()
    const strict = await world({ withMail: true, databaseUrl: database.url, env: { REQUIRE_EMAIL_2FA: 'true' } })
    strict.clock.advance(STEP_MS)
    const visitor = strict.browser()
    const { body } = await visitor.post('/auth/login', ada)
    expect([body.methods, strict.mail.mails]).toEqual([['totp', 'recovery'], []])
    expect((await visitor.post('/auth/2fa/verify', { challengeId: body.challengeId, code: app.code() })).status).toBe(200)
  })

  it('is asked for after verify-email as well, which proves a mailbox and nothing more', async () => {
    const { owner, mail, browser, app } = await withTotp()
    await owner.post('/auth/resend-verification')
    const { code } = await mail.newest(EMAIL)
    const visitor = browser()
    const reply = await visitor.post('/auth/verify-email', { code, password: PASSWORD })
    expect(reply.body).toMatchObject({ requiresTwoFactor: true, codeSent: false, methods: ['totp', 'recovery'] })
    expect((await visitor.get('/auth/me')).status).toBe(401)
    const { challengeId } = reply.body
    expect((await visitor.post('/auth/2fa/verify', { challengeId, code: app.code() })).body.user.isVerified).toBe(true)
  })

  it('is asked for after a reset, which a mailbox is enough for', async () => {
    const { mail, browser, sql } = await withTotp()
    await sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1`)
    await browser().post('/auth/forgot-password', { email: EMAIL })
    const { code } = await mail.newest(EMAIL)
    expect((await browser().post('/auth/reset-password', { code, newPassword: 'battery staple 2' })).status).toBe(200)
    const { body } = await browser().post('/auth/login', { email: EMAIL, password: 'battery staple 2' })
    expect(body.methods).toEqual(['totp', 'recovery'])
  })

  it('loses what a stranger enrolled before the mailbox was proved, by a reset, and the log tells of it', async () => {
    const here = await signedInAda()
    const { mail, browser, owner, auditTypes } = here
    await addPasskey(owner)
    await addTotp(here, owner)
    await browser().post('/auth/forgot-password', { email: EMAIL })
    const { code } = await mail.newest(EMAIL)
    await browser().post('/auth/reset-password', { code, newPassword: 'battery staple 2' })
    const visitor = browser()
    expect((await visitor.post('/auth/login', { email: EMAIL, password: 'battery staple 2' })).body).toHaveProperty('session')
    expect((await visitor.get('/auth/factors')).body).toMatchObject({ totp: null, recoveryCodes: null, passkeys: [] })
    expect(await auditTypes()).toEqual(expect.arrayContaining(['passkey.removed', '2fa.totp.disabled']))
  })

  it('is asked for after a provider', async () => {
    const here = await oauthWorld({ withMail: true })
    const owner = await here.newcomer()
    const { app } = await addTotp(here, owner)
    const visitor = here.browser()
    const { headers } = await here.signIn(visitor)
    const challengeId = new URL(String(headers['location'])).searchParams.get('challengeId')
    expect((await visitor.get('/auth/me')).status).toBe(401)
    expect((await visitor.post('/auth/2fa/verify', { challengeId, code: app.code() })).status).toBe(200)
  })
})
