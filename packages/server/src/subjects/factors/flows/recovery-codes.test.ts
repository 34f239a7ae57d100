import { describe, expect, it } from 'vitest'
import { ada, EMAIL, signedInAda, withTotp } from '../../../../test/support/factored.ts'

describe('POST /auth/2fa/recovery-codes', () => {
  it('makes ten new ones, and the old ones work no more; sessions stay, and no browser is trusted', async () => {
    const { owner, app, recoveryCodes, enter, clock } = await withTotp()
    const { visitor, verify } = await enter()
    await verify({ code: app.code(), trustDevice: true })
    clock.advance(30_000)
    await owner.post('/auth/step-up', { code: app.code() })
    const reply = await owner.post('/auth/2fa/recovery-codes')
    expect(reply.body).toEqual({ recoveryCodes: expect.any(Array), createdAt: new Date(clock.now()).toISOString() })
    expect(reply.body.recoveryCodes).toHaveLength(10)
    expect((await visitor.get('/auth/me')).status).toBe(200)
    expect((await visitor.get('/auth/devices')).body.total).toBe(0)
    const again = await enter()
    expect((await again.verify({ code: recoveryCodes[0] })).status).toBe(400)
    expect((await again.verify({ code: reply.body.recoveryCodes[0] })).status).toBe(200)
  })

  it('works for an account that has mailed codes alone', async () => {
    const { owner, browser, mail } = await signedInAda()
    await owner.post('/auth/2fa/enable', { password: ada.password })
    const { recoveryCodes } = (await owner.post('/auth/2fa/recovery-codes')).body
    const visitor = browser()
    const { challengeId, methods } = (await visitor.post('/auth/login', ada)).body
    expect(methods).toEqual(['recovery', 'email'])
    expect(mail.mails).toHaveLength(1)
    expect((await visitor.post('/auth/2fa/verify', { challengeId, code: recoveryCodes[3] })).status).toBe(200)
  })

  it('answers two_factor_not_enabled 400 and step_up_required 403', async () => {
    const { owner } = await signedInAda()
    expect(await owner.post('/auth/2fa/recovery-codes')).toMatchObject({ status: 400, body: { error: 'two_factor_not_enabled' } })
    const gated = await withTotp()
    expect(await gated.owner.post('/auth/2fa/recovery-codes')).toMatchObject({ status: 403, body: { error: 'step_up_required' } })
  })
})

describe('a recovery code', () => {
  it('completes one sign-in, however it is typed, and tells the owner how many are left', async () => {
    const { recoveryCodes, enter, mail, outbox, auditTypes } = await withTotp({ SECURITY_NOTICES: 'true' })
    const [code = ''] = recoveryCodes
    const first = await enter()
    expect((await first.verify({ code: ` ${code.toLowerCase().replaceAll('-', ' ')} ` })).status).toBe(200)
    expect((await first.visitor.get('/auth/factors')).body.recoveryCodes.remaining).toBe(9)
    await outbox.idle()
    expect(mail.mails).toContainEqual(
      expect.objectContaining({ recipients: [EMAIL], text: expect.stringContaining('Codes left: 9') }),
    )
    expect(await auditTypes()).toContain('2fa.recovery.used')
    const second = await enter()
    expect((await second.verify({ code })).body.error).toBe('two_factor_code_invalid')
  })

  it('is no code of the app, and of no other account', async () => {
    const { recoveryCodes, enter, app } = await withTotp()
    const [code] = recoveryCodes
    const { verify } = await enter()
    expect((await verify({ code, method: 'totp' })).status).toBe(400)
    expect((await verify({ code: app.code(), method: 'recovery' })).status).toBe(400)
    expect((await verify({ code, method: 'email' })).status).toBe(400)
    expect((await verify({ code, method: 'recovery' })).status).toBe(200)
  })

  it('is no way to sign in by itself, nor to reset a password', async () => {
    const { recoveryCodes, browser } = await withTotp()
    const [code] = recoveryCodes
    expect((await browser().post('/auth/reset-password', { code, newPassword: 'battery staple 2' })).status).toBe(400)
    expect((await browser().post('/auth/verify-email', { code })).status).toBe(400)
  })

  it('is spent once by many at once', async () => {
    const { recoveryCodes, enter, sql } = await withTotp()
    const entries = await Promise.all(Array.from({ length: 5 }, () => enter()))
    const replies = await Promise.all(entries.map(({ verify }) => verify({ code: recoveryCodes[0] })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await sql(`SELECT hash FROM recovery_codes WHERE used_at IS NOT NULL`)).toHaveLength(1)
  })
})
