import { describe, expect, it } from 'vitest'
import { ada, EMAIL } from '../../../../test/support/gated.ts'
import { world } from '../../../../test/support/world.ts'

const newcomer = { ...ada, name: 'Ada' }
const env = { REQUIRE_EMAIL_2FA: 'true' }

describe('POST /auth/register with RequireEmail2FA', () => {
  it('answers the gated shape, and the code completes it', async () => {
    const { browser, mail, sql } = await world({ withMail: true, env })
    const visitor = browser()
    const reply = await visitor.post('/auth/register', newcomer)
    expect(reply).toMatchObject({ status: 201, body: { requiresTwoFactor: true, codeSent: true } })
    expect([...visitor.jar.keys()]).toEqual(['_2fa_challenge'])
    expect(await sql(`SELECT id FROM sessions`)).toEqual([])
    const { code } = await mail.newest(EMAIL)
    expect((await visitor.post('/auth/2fa/verify', { challengeId: reply.body.challengeId, code })).status).toBe(200)
    expect((await visitor.get('/auth/me')).body.isVerified).toBe(false)
  })

  it('gates alone, also with RequireEmailVerification; at login verification comes first', async () => {
    const { browser, mail } = await world({ withMail: true, env: { ...env, REQUIRE_EMAIL_VERIFICATION: 'true' } })
    const reply = await browser().post('/auth/register', newcomer)
    expect(reply.body).toHaveProperty('requiresTwoFactor')
    expect(reply.body).not.toHaveProperty('requiresVerification')
    expect(mail.mails).toHaveLength(1)
    expect((await browser().post('/auth/login', ada)).body).toHaveProperty('requiresVerification')
  })

  it('takes a registration back whose code does not leave', async () => {
    const { browser, mail, sql } = await world({ withMail: true, env })
    mail.treat('rejects the mail')
    expect(await browser().post('/auth/register', newcomer)).toMatchObject({
      status: 500,
      body: { error: 'email_failed' },
    })
    for (const table of ['accounts', 'challenges', 'challenge_bindings']) expect(await sql(`SELECT * FROM ${table}`)).toEqual([])
    mail.treat('accepts')
    expect((await browser().post('/auth/register', newcomer)).status).toBe(201)
  })
})
