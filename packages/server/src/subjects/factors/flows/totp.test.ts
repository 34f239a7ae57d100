import { describe, expect, it } from 'vitest'
import { AuthenticatorApp, ada, addTotp, EMAIL, STEP_MS, signedInAda, withTotp } from '../../../../test/support/factored.ts'
import { STEP_UP_MS } from '../../../../test/support/stepped-up.ts'
import { world } from '../../../../test/support/world.ts'
import { readBase32 } from '../base32.ts'

const TEN_MINUTES = 600_000

describe('POST /auth/2fa/totp/begin', () => {
  it('answers a secret of twenty bytes, an address to scan and a picture of it, and changes nothing', async () => {
    const { owner, clock } = await signedInAda({ APP_NAME: 'Acme & Co' })
    const { status, body } = await owner.post('/auth/2fa/totp/begin')
    expect(status).toBe(200)
    expect(readBase32(body.secret)).toHaveLength(20)
    expect(body.uri).toBe(
      `otpauth://totp/Acme%20%26%20Co:ada%40example.com?secret=${body.secret}&issuer=Acme%20%26%20Co&algorithm=SHA1&digits=6&period=30`,
    )
    expect(body.qr).toMatch(/^<svg [^>]*viewBox="0 0 \d+ \d+".*<path /)
    expect(body.expiresAt).toBe(new Date(clock.now() + TEN_MINUTES).toISOString())
    expect((await owner.get('/auth/factors')).body).toMatchObject({ twoFactorEnabled: false, totp: null })
  })

  it('names the issuer of TOTP_ISSUER', async () => {
    const { owner } = await signedInAda({ TOTP_ISSUER: 'Acme Login' })
    expect((await owner.post('/auth/2fa/totp/begin')).body.uri).toContain('issuer=Acme%20Login')
  })

  it('answers session_expired 401, step_up_required 403 and method_disabled 405', async () => {
    const here = await signedInAda()
    expect(await here.browser().post('/auth/2fa/totp/begin')).toMatchObject({ status: 401, body: { error: 'session_expired' } })
    here.clock.advance(STEP_UP_MS)
    expect(await here.owner.post('/auth/2fa/totp/begin')).toMatchObject({ status: 403, body: { error: 'step_up_required' } })
    const off = await signedInAda({ TOTP: 'false' })
    expect(await off.owner.post('/auth/2fa/totp/begin')).toMatchObject({ status: 405, body: { error: 'method_disabled' } })
  })
})

describe('POST /auth/2fa/totp/confirm', () => {
  it('adds the app with its first code, answers ten recovery codes once, and ends what was handed out before', async () => {
    const { owner, browser, clock, auditTypes, sql } = await signedInAda()
    const other = browser()
    await other.post('/auth/login', ada)
    const { reply, recoveryCodes } = await addTotp({ clock }, owner)
    expect(reply.status).toBe(200)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    expect((await owner.get('/auth/factors')).body).toMatchObject({
      twoFactorEnabled: true,
      email: { enabled: false },
      totp: { createdAt: expect.any(String), lastUsedAt: null },
      recoveryCodes: { remaining: 10 },
      methods: ['totp', 'recovery'],
    })
    expect((await other.get('/auth/me')).status).toBe(401)
    expect(await auditTypes()).toContain('2fa.totp.enabled')
    expect(JSON.stringify(await sql(`SELECT * FROM recovery_codes`))).not.toContain(recoveryCodes[0]?.replaceAll('-', ''))
  })

  it('answers ten recovery codes where the old ones are used up', async () => {
    const { owner, clock, sql } = await signedInAda()
    await owner.post('/auth/2fa/enable', { password: ada.password })
    await owner.post('/auth/2fa/recovery-codes')
    await sql(`UPDATE recovery_codes SET used_at = 1`)
    expect((await addTotp({ clock }, owner)).recoveryCodes).toHaveLength(10)
  })

  it('keeps other sessions when asked to, and only then', async () => {
    const { owner, browser, clock } = await signedInAda()
    const other = browser()
    await other.post('/auth/login', ada)
    expect((await addTotp({ clock }, owner, { keepOtherSessions: 'true' })).reply.body.error).toBe('invalid_json')
    await addTotp({ clock }, owner, { keepOtherSessions: true })
    expect((await other.get('/auth/me')).status).toBe(200)
  })

  it('counts the code that it takes as used', async () => {
    const { owner, clock, browser } = await signedInAda()
    const { secret } = (await owner.post('/auth/2fa/totp/begin')).body
    const app = new AuthenticatorApp(secret, () => clock.now())
    await owner.post('/auth/2fa/totp/confirm', { code: app.code() })
    const visitor = browser()
    const { challengeId } = (await visitor.post('/auth/login', ada)).body
    const verify = (code: string) => visitor.post('/auth/2fa/verify', { challengeId, code })
    expect((await verify(app.code())).body.error).toBe('two_factor_code_invalid')
    expect((await verify(app.code(-1))).body.error).toBe('two_factor_code_invalid')
    expect((await verify(app.code(1))).status).toBe(200)
  })

  it('belongs to the session that began it, and a second begin takes the place of the first', async () => {
    const { owner, clock, browser } = await signedInAda()
    const { secret } = (await owner.post('/auth/2fa/totp/begin')).body
    const first = new AuthenticatorApp(secret, () => clock.now())
    const other = browser()
    await other.post('/auth/login', ada)
    expect((await other.post('/auth/2fa/totp/confirm', { code: first.code() })).body.error).toBe('totp_not_begun')
    const second = new AuthenticatorApp((await owner.post('/auth/2fa/totp/begin')).body.secret, () => clock.now())
    expect((await owner.post('/auth/2fa/totp/confirm', { code: first.code() })).body.error).toBe('two_factor_code_invalid')
    expect((await owner.post('/auth/2fa/totp/confirm', { code: second.code() })).status).toBe(200)
  })

  it('takes five wrong codes, and none after ten minutes', async () => {
    const { owner, clock } = await signedInAda({ STEP_UP_TTL: '1h' })
    const begin = async () => new AuthenticatorApp((await owner.post('/auth/2fa/totp/begin')).body.secret, () => clock.now())
    const guessed = await begin()
    const confirm = (code: string) => owner.post('/auth/2fa/totp/confirm', { code })
    for (let guess = 0; guess < 5; guess++)
      expect(await confirm(guessed.wrong())).toMatchObject({ status: 400, body: { error: 'two_factor_code_invalid' } })
    expect(await confirm(guessed.code())).toMatchObject({ status: 400, body: { error: 'totp_not_begun' } })
    const late = await begin()
    clock.advance(TEN_MINUTES)
    expect((await confirm(late.code())).body.error).toBe('totp_not_begun')
  })

  it('is no step-up: what it asks for from now on has not been shown', async () => {
    const { owner } = await withTotp()
    expect((await owner.get('/auth/step-up')).body).toEqual({ elevatedUntil: null, methods: ['totp', 'recovery'] })
  })

  it('tells the owner by mail, and keeps the secret out of the database', async () => {
    const { owner, clock, mail, outbox, sql } = await signedInAda({ SECURITY_NOTICES: 'true' })
    const { secret } = (await owner.post('/auth/2fa/totp/begin')).body
    await owner.post('/auth/2fa/totp/confirm', { code: new AuthenticatorApp(secret, () => clock.now()).code() })
    await outbox.idle()
    expect(mail.mails).toMatchObject([{ recipients: [EMAIL], subject: expect.stringContaining('authenticator app was added') }])
    const kept = JSON.stringify(await sql(`SELECT sealed FROM totp_seeds`))
    expect(kept).not.toContain(secret)
    expect(kept).not.toContain(readBase32(secret).toString('base64url'))
  })

  it('answers method_disabled 405, and lets those in who have an app', async () => {
    const { database, app } = await withTotp()
    const off = await world({ databaseUrl: database.url, env: { TOTP: 'false' } })
    off.clock.advance(STEP_MS)
    const visitor = off.browser()
    const { challengeId } = (await visitor.post('/auth/login', ada)).body
    expect((await visitor.post('/auth/2fa/verify', { challengeId, code: app.code() })).status).toBe(200)
    expect(await visitor.post('/auth/2fa/totp/confirm', { code: app.code() })).toMatchObject({
      status: 405,
      body: { error: 'method_disabled' },
    })
  })
})

describe('DELETE /auth/2fa/totp', () => {
  it('removes the app, and with the last gate the recovery codes', async () => {
    const { owner, app, browser, auditTypes } = await withTotp()
    expect((await owner.delete('/auth/2fa/totp')).body.error).toBe('step_up_required')
    await owner.post('/auth/step-up', { code: app.code() })
    expect((await owner.delete('/auth/2fa/totp')).status).toBe(200)
    expect((await owner.get('/auth/factors')).body).toMatchObject({ twoFactorEnabled: false, totp: null, recoveryCodes: null })
    expect((await browser().post('/auth/login', ada)).body).toHaveProperty('session')
    expect(await auditTypes()).toContain('2fa.totp.disabled')
    expect(await owner.delete('/auth/2fa/totp')).toMatchObject({ status: 404, body: { error: 'totp_not_enabled' } })
  })

  it('keeps the recovery codes while mailed codes are asked for', async () => {
    const { owner, app, clock } = await withTotp()
    await owner.post('/auth/step-up', { code: app.code() })
    expect((await owner.post('/auth/2fa/enable', { password: ada.password })).status).toBe(200)
    clock.advance(STEP_MS)
    expect((await owner.delete('/auth/2fa/totp')).status).toBe(200)
    expect((await owner.get('/auth/factors')).body).toMatchObject({
      twoFactorEnabled: true,
      email: { enabled: true },
      recoveryCodes: { remaining: 10 },
      methods: ['recovery', 'email'],
    })
  })
})
