import { describe, expect, it } from 'vitest'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const ada = { email: 'ada@example.com', password: PASSWORD, name: 'Ada' }

describe('POST /auth/register', () => {
  it('answers 201 with user and session and sets the cookies', async () => {
    const { browser, clock } = await world()
    const reply = await browser().post('/auth/register', ada)

    const now = new Date(clock.now()).toISOString()
    const id = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({
      user: {
        id,
        email: 'ada@example.com',
        name: 'Ada',
        role: 'user',
        isVerified: false,
        isBanned: false,
        twoFactorEnabled: false,
        orgOwnerCount: 0,
        createdAt: now,
        updatedAt: now,
      },
      session: {
        id,
        userId: reply.body.user.id,
        ipAddress: '127.0.0.1',
        userAgent: 'TestBrowser/1.0',
        isRevoked: false,
        expiresAt: '2030-01-02T00:00:00.000Z',
        refreshExpiresAt: '2030-01-31T00:00:00.000Z',
        createdAt: now,
        lastActiveAt: now,
      },
    })
    const token = '[A-Za-z0-9_-]{43}'
    expect(reply.setCookies).toEqual([
      expect.stringMatching(new RegExp(`^app_session=${token}; Max-Age=86400; Path=/; SameSite=Lax; HttpOnly$`)),
      expect.stringMatching(new RegExp(`^app_refresh=${token}; Max-Age=2592000; Path=/; SameSite=Lax; HttpOnly$`)),
      expect.stringMatching(new RegExp(`^_csrf=${token}\\.${token}; Path=/; SameSite=Lax$`)),
    ])
  })

  it('signs the new account in', async () => {
    const { signedUp } = await world()
    expect((await (await signedUp()).get('/auth/me')).body).toMatchObject({ email: 'ada@example.com', hasPassword: true })
  })

  it('writes the audit trail with the account', async () => {
    const { signedUp, sql } = await world()
    const me = await (await signedUp()).get('/auth/me')
    const rows = await sql(`SELECT type, success, actor_id, target_user_id, ip, user_agent FROM audit_events ORDER BY id`)
    const who = { success: 1, actor_id: me.body.id, target_user_id: me.body.id, ip: '127.0.0.1', user_agent: 'TestBrowser/1.0' }
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { type: 'user.registered', ...who },
      { type: 'session.created', ...who },
    ])
  })

  it('stores the address trimmed and in lower case, and the name trimmed', async () => {
    const { browser } = await world()
    const reply = await browser().post('/auth/register', { ...ada, email: '  Ada@EXAMPLE.com ', name: '  Ada  ' })
    expect(reply.body.user).toMatchObject({ email: 'ada@example.com', name: 'Ada' })
  })

  it.each([
    ['invalid_email', 400, { email: 'not an address' }],
    ['weak_password', 400, { password: 'short' }],
    ['name_required', 400, { name: '   ' }],
    ['name_required', 400, { name: '\u200b\u2060' }],
    ['name_required', 400, { name: 'Ada\u0007' }],
    ['name_required', 400, { name: 'x'.repeat(201) }],
    ['name_required', 400, { name: null }],
    ['invalid_json', 400, { name: 7 }],
    ['invalid_json', 400, { email: ['ada@example.com'] }],
    ['invalid_json', 400, { password: { length: 12 } }],
  ])('refuses with %s', async (error, status, change) => {
    const { browser, sql } = await world()
    const reply = await browser().post('/auth/register', { ...ada, ...change })
    expect(reply).toMatchObject({ status, body: { error, message: expect.any(String) }, setCookies: [] })
    expect(await sql(`SELECT id FROM accounts`)).toEqual([])
  })

  it('says how long a name may be', async () => {
    const { browser } = await world()
    const { body } = await browser().post('/auth/register', { ...ada, name: 'x'.repeat(201) })
    expect(body).toEqual({ error: 'name_required', message: 'Please enter a name of 1 to 200 visible characters.' })
  })

  it('names what a weak password lacks', async () => {
    const { browser } = await world()
    const reply = await browser().post('/auth/register', { ...ada, password: 'abc' })
    expect(reply.body).toEqual({ error: 'weak_password', message: 'The password needs at least 8 characters and a digit.' })
  })

  it('tells the address first, then the password, then the name, then that the address is taken', async () => {
    const { browser, signedUp } = await world()
    await signedUp()
    const error = async (body: object) => (await browser().post('/auth/register', body)).body.error
    expect(await error({ email: 'x', password: 'x', name: '' })).toBe('invalid_email')
    expect(await error({ email: ada.email, password: 'x', name: '' })).toBe('weak_password')
    expect(await error({ email: ada.email, password: PASSWORD, name: '' })).toBe('name_required')
    expect(await error(ada)).toBe('email_already_exists')
  })

  it('answers email_already_exists 409 whatever the letter case', async () => {
    const { browser, signedUp } = await world()
    await signedUp()
    const reply = await browser().post('/auth/register', { ...ada, email: 'ADA@example.COM' })
    expect(reply).toMatchObject({ status: 409, body: { error: 'email_already_exists' }, setCookies: [] })
  })

  it('lets one of 20 simultaneous registrations of an address win, in whatever letter case', async () => {
    const { browser, sql } = await world()
    const addresses = Array.from({ length: 20 }, (_, n) =>
      [...'ada@example.com'].map((c, i) => ((n >> (i % 5)) & 1 ? c.toUpperCase() : c)).join(''),
    )
    const replies = await Promise.all(addresses.map((email) => browser().post('/auth/register', { ...ada, email })))

    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    const losers = replies.filter(({ status }) => status !== 201)
    expect(losers.map(({ status, body }) => [status, body.error])).toEqual(losers.map(() => [409, 'email_already_exists']))
    expect(await sql(`SELECT email FROM accounts`)).toHaveLength(1)
    expect(await sql(`SELECT id FROM sessions`)).toHaveLength(1)
  })

  it('answers method_disabled 405 when EnableEmailPassword is off', async () => {
    const { browser } = await world({ env: { ENABLE_EMAIL_PASSWORD: 'false' } })
    expect(await browser().post('/auth/register', ada)).toMatchObject({ status: 405, body: { error: 'method_disabled' } })
  })

  it('answers forbidden 403 when AllowPublic is off', async () => {
    const { browser } = await world({ env: { ALLOW_PUBLIC: 'false' } })
    expect(await browser().post('/auth/register', ada)).toMatchObject({ status: 403, body: { error: 'forbidden' } })
  })

  it('leaves nothing behind when the transaction fails half-way', async () => {
    const { browser, sql, failUpdatesOf } = await world()
    await failUpdatesOf('accounts') // the gate's first step, after the insert
    expect(await browser().post('/auth/register', ada)).toMatchObject({
      status: 500,
      body: { error: 'internal_error' },
      setCookies: [],
    })
    expect(await sql(`SELECT id FROM accounts`)).toEqual([])
    expect(await sql(`SELECT id FROM audit_events`)).toEqual([])
  })
})
