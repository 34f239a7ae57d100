import { describe, expect, it } from 'vitest'
import { ada, waiting } from '../../../../test/support/awaiting-verification.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

describe('POST /auth/register with RequireEmailVerification', () => {
  it('answers 201 verification pending, sets no cookie and mails a code', async () => {
    const { registered, code, browser, auditTypes } = await waiting()
    expect(registered).toMatchObject({ status: 201, setCookies: [] })
    expect(registered.body).toEqual({
      user: expect.objectContaining({ email: ada.email, isVerified: false }),
      requiresVerification: true,
      message: expect.any(String),
    })
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
    expect((await browser.get('/auth/me')).status).toBe(401)
    expect(await auditTypes()).toEqual(['user.registered', 'email.verification.sent'])
  })

  it('answers 409 to a second registration while the first one waits', async () => {
    const { another } = await waiting()
    expect((await another().post('/auth/register', ada)).body.error).toBe('email_already_exists')
  })
})

describe('POST /auth/login with RequireEmailVerification', () => {
  it('answers 200 verification pending after the right password, without a cookie or a mail', async () => {
    const { another, mail } = await waiting()
    const reply = await another().post('/auth/login', ada)
    expect(reply).toMatchObject({ status: 200, body: { user: { email: ada.email }, requiresVerification: true }, setCookies: [] })
    expect(mail.mails).toHaveLength(1)
    expect((await another().post('/auth/login', { ...ada, password: 'wrong horse 1' })).status).toBe(401)
  })

  it('tells a ban before it', async () => {
    const { another, sql } = await waiting()
    await sql(`UPDATE accounts SET banned_at = 1`)
    expect((await another().post('/auth/login', ada)).body.error).toBe('user_banned')
  })
})

describe('POST /auth/verify-email', () => {
  it('answers 200 with a session, cookies and isVerified true', async () => {
    const { browser, code, auditTypes } = await waiting()
    const reply = await browser.post('/auth/verify-email', { code })
    expect(reply).toMatchObject({ status: 200, body: { user: { isVerified: true }, session: { isRevoked: false } } })
    expect([...browser.jar.keys()]).toEqual(['app_session', 'app_refresh', '_csrf'])
    expect((await browser.get('/auth/me')).body.isVerified).toBe(true)
    expect(await auditTypes()).toEqual(expect.arrayContaining(['email.verified', 'session.created']))
  })

  it.each([
    ['lower case', (code: string) => code.toLowerCase()],
    ['no dashes', (code: string) => code.replaceAll('-', '')],
    ['spaces', (code: string) => ` ${code.replaceAll('-', ' ')}\n`],
    ['O for 0 and l for 1', (code: string) => code.replaceAll('0', 'O').replaceAll('1', 'l')],
  ])('accepts the code typed with %s', async (_how, retype) => {
    const { browser, code } = await waiting()
    expect((await browser.post('/auth/verify-email', { code: retype(code) })).status).toBe(200)
  })

  it('lets the account sign in afterwards', async () => {
    const { browser, another, code } = await waiting()
    await browser.post('/auth/verify-email', { code })
    expect((await another().post('/auth/login', ada)).body).toHaveProperty('session')
  })

  it.each(['', 'x', '0000-0000-0000', '\u0000', 'ada@example.com'])('answers code_invalid 400 to %j', async (code) => {
    const { browser } = await waiting()
    expect(await browser.post('/auth/verify-email', { code })).toMatchObject({
      status: 400,
      body: { error: 'code_invalid' },
      setCookies: [],
    })
  })

  it('answers code_already_used 410 to a used code', async () => {
    const { browser, another, code } = await waiting()
    await browser.post('/auth/verify-email', { code })
    expect(await another().post('/auth/verify-email', { code })).toMatchObject({
      status: 410,
      body: { error: 'code_already_used' },
      setCookies: [],
    })
  })

  it('answers code_expired 410 after VerificationCodeTTL, and not before', async () => {
    const { browser, code, clock, sql } = await waiting()
    clock.advance(15 * 60_000)
    expect(await browser.post('/auth/verify-email', { code })).toMatchObject({ status: 410, body: { error: 'code_expired' } })
    await sql(`UPDATE codes SET expires_at = expires_at + 1`)
    expect((await browser.post('/auth/verify-email', { code })).status).toBe(200)
  })

  it('answers user_not_found 404 when the account is gone', async () => {
    const { browser, code, sql } = await waiting()
    await sql(`DELETE FROM accounts`)
    expect(await browser.post('/auth/verify-email', { code })).toMatchObject({ status: 404, body: { error: 'user_not_found' } })
  })

  it('answers user_banned 403 to a banned account, issues nothing and leaves the code as it was', async () => {
    const { browser, code, sql } = await waiting()
    await sql(`UPDATE accounts SET banned_at = 1`)
    expect(await browser.post('/auth/verify-email', { code })).toMatchObject({
      status: 403,
      body: { error: 'user_banned' },
      setCookies: [],
    })
    await sql(`UPDATE accounts SET banned_at = NULL`)
    expect((await browser.post('/auth/verify-email', { code })).status).toBe(200)
  })

  it('satisfies an email second factor, but such a session has not passed one for admin routes', async () => {
    const { browser, code, sql } = await waiting()
    await sql(`UPDATE accounts SET two_factor_enabled_at = 1`)
    expect((await browser.post('/auth/verify-email', { code })).status).toBe(200)
    expect(await sql(`SELECT second_factor_at FROM sessions`)).toMatchObject([{ second_factor_at: null }])
  })

  it('leaves other sessions alone', async () => {
    const { signedUp, mail, browser: another } = await world({ withMail: true })
    const browser = await signedUp()
    const other = another()
    await other.post('/auth/login', { email: ada.email, password: PASSWORD })
    await browser.post('/auth/resend-verification')
    const { code } = await mail.newest(ada.email)
    await browser.post('/auth/verify-email', { code })
    expect((await other.get('/auth/me')).body.isVerified).toBe(true)
  })
})

describe('POST /auth/verify-email in a browser that is signed in to another account', () => {
  const BOB = 'bob@example.com'

  /** Ada's code, and a browser in which Bob is signed in. */
  async function asBob() {
    const here = await waiting()
    await here.signedUp(BOB)
    await here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1 WHERE email = ?`, [BOB])
    const bob = here.another()
    await bob.post('/auth/login', { email: BOB, password: PASSWORD })
    return { ...here, bob }
  }

  it('signs in to the account of the code, as ever', async () => {
    const { bob, code } = await asBob()
    expect((await bob.post('/auth/verify-email', { code })).body.user.email).toBe(ada.email)
    expect((await bob.get('/auth/me')).body.email).toBe(ada.email)
  })

  it('answers other_account 409 with keepOtherAccount, names nobody, and leaves session and code as they are', async () => {
    const { bob, code, sql } = await asBob()
    const before = await sql(`SELECT * FROM codes`)
    const reply = await bob.post('/auth/verify-email', { code, keepOtherAccount: true })
    expect(reply).toMatchObject({ status: 409, setCookies: [] })
    expect(reply.body).toEqual({ error: 'other_account', message: 'This browser is signed in to another account.' })
    expect(await sql(`SELECT * FROM codes`)).toEqual(before)
    expect((await bob.get('/auth/me')).body.email).toBe(BOB)
    expect((await bob.post('/auth/verify-email', { code })).status).toBe(200)
  })

  it('is content with keepOtherAccount when that account is named as the one to leave, and with no other', async () => {
    const { bob, code } = await asBob()
    for (const leaving of ['', ada.email, 'carl@example.com'])
      expect((await bob.post('/auth/verify-email', { code, keepOtherAccount: true, leaving })).status, leaving).toBe(409)
    expect((await bob.post('/auth/verify-email', { code, keepOtherAccount: true, leaving: BOB })).status).toBe(200)
  })

  it('does so with a refresh cookie alone, which it does not spend', async () => {
    const { bob, code } = await asBob()
    bob.jar.delete('app_session')
    expect((await bob.clone().post('/auth/verify-email', { code, keepOtherAccount: true })).status).toBe(409)
    expect((await bob.post('/auth/refresh')).status).toBe(200)
  })

  it.each([
    ['nobody is signed in', async ({ another }: Awaited<ReturnType<typeof asBob>>) => another(), 200],
    [
      'the session has ended',
      async ({ bob, sql }: Awaited<ReturnType<typeof asBob>>) => {
        await sql(`UPDATE sessions SET revoked_at = 1`)
        return bob
      },
      200,
    ],
    [
      'who is signed in is banned',
      async ({ bob, sql }: Awaited<ReturnType<typeof asBob>>) => {
        await sql(`UPDATE accounts SET banned_at = 1 WHERE email = ?`, [BOB])
        return bob
      },
      200,
    ],
    [
      'the account of the code is banned',
      async ({ bob, sql }: Awaited<ReturnType<typeof asBob>>) => {
        await sql(`UPDATE accounts SET banned_at = 1 WHERE email = ?`, [ada.email])
        return bob
      },
      403,
    ],
    [
      'the account of the code is gone',
      async ({ bob, sql }: Awaited<ReturnType<typeof asBob>>) => {
        await sql(`DELETE FROM accounts WHERE email = ?`, [ada.email])
        return bob
      },
      404,
    ],
  ])('has nothing to ask when %s', async (_what, whose, status) => {
    const here = await asBob()
    const browser = await whose(here)
    expect((await browser.post('/auth/verify-email', { code: here.code, keepOtherAccount: true })).status).toBe(status)
  })
})
