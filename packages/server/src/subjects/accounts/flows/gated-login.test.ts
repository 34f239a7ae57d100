import { describe, expect, it } from 'vitest'
import { ada, EMAIL, gated, owing } from '../../../../test/support/gated.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

describe('POST /auth/login of an account that owes a second factor', () => {
  it('answers the gated shape, sets the binding cookie alone and mails a code', async () => {
    const { reply, code, visitor, clock, auditTypes } = await gated()
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
    expect(await auditTypes()).toContain('2fa.code.sent')
    expect((await visitor.get('/auth/me')).status).toBe(401)
    expect((await visitor.post('/auth/refresh')).body.error).toBe('invalid_refresh')
  })

  it('mails nothing while the code is live: same challenge, codeSent false, a cookie that works for this browser too', async () => {
    const { browser, challengeId, mail, verify, reply } = await gated()
    const second = browser()
    const again = await second.post('/auth/login', ada)
    expect(again.body).toMatchObject({ challengeId, codeSent: false, expiresAt: reply.body.expiresAt })
    expect(again.body.message).toContain('already sent')
    expect(mail.mails).toHaveLength(1)
    expect((await verify(second)).status).toBe(200)
  })

  it('leaves the first browser its own cookie when a second one joins', async () => {
    const { browser, verify, visitor } = await gated()
    await browser().post('/auth/login', ada)
    expect((await verify(visitor)).status).toBe(200)
  })

  it('joins the challenge also when its resends are spent', async () => {
    const { browser, challengeId, sql } = await gated()
    await sql(`UPDATE challenges SET resends = 3`)
    expect((await browser().post('/auth/login', ada)).body).toMatchObject({ challengeId, codeSent: false })
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
    const { browser, sql, mail } = await owing()
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

  it('keeps the counts when a code that a failed resend had left unsent is mailed by a login and fails again', async () => {
    const { browser, resend, visitor, verify, wrong, challengeId, sql, mail } = await gated()
    await verify(visitor, { code: wrong })
    mail.treat('rejects the recipient')
    await resend()
    expect((await browser().post('/auth/login', ada)).body.error).toBe('email_failed')
    expect(await sql(`SELECT id, guesses, resends FROM challenges`)).toMatchObject([{ id: challengeId, guesses: 1, resends: 1 }])
  })

  it.each([
    ['200 and mails no other when it has left', 200, { codeSent: false }, `mail_accepted_at = 1, mail_pending_until = 0`],
    ['email_failed 500 when it has not', 500, { error: 'email_failed' }, `mail_pending_until = 0`],
  ])('waits for a code that is on its way, and answers %s', async (_what, status, body, outcome) => {
    const { browser, sql, mail, clock } = await gated()
    await sql(`UPDATE challenges SET mail_accepted_at = NULL, mail_pending_until = ?`, [clock.now() + 1])
    const waiting = browser().post('/auth/login', ada)
    const bindings = async () => (await sql(`SELECT hash FROM challenge_bindings`)).length
    await expect.poll(bindings).toBe(2)
    await sql(`UPDATE challenges SET ${outcome}`)
    expect(await waiting).toMatchObject({ status, body })
    expect(mail.mails).toHaveLength(1)
  })

  it('answers invalid_credentials 401 when the password is changed while it waits for a code on its way', async () => {
    const { browser, sql, clock } = await owing()
    const owner = browser()
    await sql(`UPDATE accounts SET two_factor_enabled_at = NULL`)
    await owner.post('/auth/login', ada)
    await sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
    await browser().post('/auth/login', ada)
    await sql(`UPDATE challenges SET mail_accepted_at = NULL, mail_pending_until = ?`, [clock.now() + 1])
    const waiting = browser().post('/auth/login', ada)
    const bindings = async () => (await sql(`SELECT hash FROM challenge_bindings`)).length
    await expect.poll(bindings).toBe(2)
    await owner.post('/auth/change-password', { oldPassword: PASSWORD, newPassword: 'battery staple 2' })
    expect(await waiting).toMatchObject({ status: 401, body: { error: 'invalid_credentials' }, setCookies: [] })
  })
})

describe('TwoFactorConfig.DefaultEnabled', () => {
  it('signs a new account in at once, with two-factor on from the next login', async () => {
    const { signedUp, browser } = await world({ env: { TWO_FACTOR_DEFAULT_ENABLED: 'true' } })
    expect((await (await signedUp()).get('/auth/me')).body.twoFactorEnabled).toBe(true)
    expect((await browser().post('/auth/login', ada)).body.requiresTwoFactor).toBe(true)
  })
})
