import { describe, expect, it } from 'vitest'
import {
  ada,
  addPasskey,
  addTotp,
  EMAIL,
  enterByPasskey,
  STEP_MS,
  signedInAda,
  withTotp,
} from '../../../test/support/factored.ts'
import { oauthWorld } from '../../../test/support/oauth-world.ts'
import { world } from '../../../test/support/world.ts'

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
    const reply = await visitor.post('/auth/verify-email', { code })
    expect(reply.body).toMatchObject({ requiresTwoFactor: true, codeSent: false, methods: ['totp', 'recovery'] })
    expect((await visitor.get('/auth/me')).status).toBe(401)
    const { challengeId } = reply.body
    expect((await visitor.post('/auth/2fa/verify', { challengeId, code: app.code() })).body.user.isVerified).toBe(true)
  })

  it('is asked for after a reset, which a mailbox is enough for', async () => {
    const { mail, browser, sql } = await withTotp()
    await sql(`UPDATE accounts SET verified_at = 1`)
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

describe('a passkey as second factor', () => {
  /** Ada with a passkey, whose gate is on. */
  async function withGate(env: Record<string, string> = {}) {
    const here = await signedInAda(env)
    const { authenticator } = await addPasskey(here.owner, { keepOtherSessions: true })
    expect((await here.owner.post('/auth/2fa/enable', { method: 'passkey', keepOtherSessions: true })).status).toBe(200)
    const enter = async () => {
      const visitor = here.browser()
      const { body } = await visitor.post('/auth/login', ada)
      const options = () => visitor.post('/auth/2fa/passkey/options', { challengeId: body.challengeId })
      return { visitor, gated: body, challengeId: body.challengeId as string, options }
    }
    return { ...here, authenticator, enter }
  }

  it('is asked for, and completes the sign-in', async () => {
    const { enter, authenticator, mail, auditTypes } = await withGate()
    const { visitor, gated, challengeId, options } = await enter()
    expect(gated).toMatchObject({ methods: ['passkey'], codeSent: false })
    const { body } = await options()
    expect(body.options.allowCredentials).toHaveLength(1)
    const passkey = authenticator.assert(body.options)
    const reply = await visitor.post('/auth/2fa/verify', { challengeId, state: body.state, passkey })
    expect(reply.body).toHaveProperty('session')
    expect((await visitor.get('/auth/step-up')).body.elevatedUntil).not.toBeNull()
    expect(mail.mails).toEqual([])
    expect(await auditTypes()).toEqual(expect.arrayContaining(['2fa.passkey.verified', 'login.success']))
  })

  it('works with one ceremony once, in its browser and for its challenge alone', async () => {
    const { enter, authenticator, browser } = await withGate()
    const one = await enter()
    const { body } = await one.options()
    const passkey = authenticator.assert(body.options)
    const verify = (by = one.visitor, challengeId = one.challengeId) =>
      by.post('/auth/2fa/verify', { challengeId, state: body.state, passkey })
    const stranger = browser()
    stranger.jar.set('_2fa_challenge', one.visitor.jar.get('_2fa_challenge') ?? '')
    expect((await verify(stranger)).body.error).toBe('two_factor_code_invalid')
    const other = await enter()
    expect((await verify(other.visitor, other.challengeId)).body.error).toBe('two_factor_code_invalid')
    const twin = one.visitor.clone()
    expect((await verify()).status).toBe(200)
    expect((await verify(twin)).body.error).toBe('two_factor_code_already_used')
  })

  it('is told only to the browser that has typed the password', async () => {
    const { enter, browser } = await withGate()
    const { challengeId } = await enter()
    const unknown = { status: 400, body: { error: 'two_factor_code_invalid' } }
    expect(await browser().post('/auth/2fa/passkey/options', { challengeId })).toMatchObject(unknown)
    expect(await browser().post('/auth/2fa/passkey/options', { challengeId: 'nonsense' })).toMatchObject(unknown)
  })

  it('costs one of five guesses, as a code does', async () => {
    const { enter, authenticator } = await withGate()
    const { visitor, challengeId, options } = await enter()
    for (let guess = 0; guess < 5; guess++) {
      const { body } = await options()
      const passkey = authenticator.assert(body.options, { origin: 'https://evil.example' })
      const reply = await visitor.post('/auth/2fa/verify', { challengeId, state: body.state, passkey })
      expect(reply.body.error).toBe('two_factor_code_invalid')
    }
    const { body } = await options()
    const passkey = authenticator.assert(body.options)
    expect((await visitor.post('/auth/2fa/verify', { challengeId, state: body.state, passkey })).status).toBe(400)
  })

  it('is offered first beside mailed codes, and gates nothing by itself', async () => {
    const here = await signedInAda()
    const { authenticator } = await addPasskey(here.owner, { keepOtherSessions: true })
    expect((await here.browser().post('/auth/login', ada)).body).toHaveProperty('session')
    await here.owner.post('/auth/2fa/enable', { password: ada.password })
    const { body } = await here.browser().post('/auth/login', ada)
    expect(body).toMatchObject({ codeSent: true, methods: ['passkey', 'email'] })
    expect((await enterByPasskey(here.browser(), authenticator)).body).toHaveProperty('session')
  })

  it('is switched with a step-up and a passkey, by no password', async () => {
    const { owner, clock } = await signedInAda()
    const enable = () => owner.post('/auth/2fa/enable', { method: 'passkey', password: ada.password })
    expect(await enable()).toMatchObject({ status: 400, body: { error: 'passkey_required' } })
    await addPasskey(owner)
    clock.advance(10 * 60_000)
    expect(await enable()).toMatchObject({ status: 403, body: { error: 'step_up_required' } })
    expect(await owner.post('/auth/2fa/enable', { method: 'pigeon' })).toMatchObject({
      status: 400,
      body: { error: 'validation_error' },
    })
  })

  it('is no longer asked for once it is switched off, and recovery codes go with the last gate', async () => {
    const { owner, authenticator, browser, clock } = await withGate()
    const stepUp = async () => {
      const { body } = await owner.post('/auth/step-up/options')
      return owner.post('/auth/step-up', { state: body.state, passkey: authenticator.assert(body.options) })
    }
    expect((await owner.post('/auth/2fa/disable', { method: 'passkey' })).body.error).toBe('step_up_required')
    expect((await stepUp()).status).toBe(200)
    await owner.post('/auth/2fa/recovery-codes')
    clock.advance(STEP_MS)
    expect((await owner.post('/auth/2fa/disable', { method: 'passkey' })).status).toBe(200)
    expect((await owner.get('/auth/factors')).body).toMatchObject({
      passkeyGate: false,
      recoveryCodes: null,
      twoFactorEnabled: false,
    })
    expect((await browser().post('/auth/login', ada)).body).toHaveProperty('session')
  })
})
