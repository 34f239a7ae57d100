import { describe, expect, it } from 'vitest'
import { world } from '../../../../test/support/world.ts'

describe('GET /auth/me', () => {
  it('answers the account and its session, and nothing else', async () => {
    const { signedUp } = await world()
    const { status, body } = await (await signedUp()).get('/auth/me')
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(
      [
        'createdAt',
        'email',
        'hasPassword',
        'id',
        'isVerified',
        'name',
        'role',
        'session',
        'twoFactorEnabled',
        'updatedAt',
      ].sort(),
    )
    expect(body).toMatchObject({ email: 'ada@example.com', name: 'Ada', role: 'user', isVerified: false, hasPassword: true })
    expect(body.session).toMatchObject({ userId: body.id, isRevoked: false, userAgent: 'TestBrowser/1.0' })
  })

  it('says hasPassword false for an account without one', async () => {
    const { signedUp, sql } = await world()
    const browser = await signedUp()
    await sql(`UPDATE accounts SET password_hash = NULL`)
    expect((await browser.get('/auth/me')).body.hasPassword).toBe(false)
  })

  it.each(['', 'x', 'a'.repeat(43), '\u00e9'.repeat(43), `${'a'.repeat(42)}"`])(
    'answers unauthorized 401 for the session cookie %j',
    async (token) => {
      const { browser } = await world()
      const visitor = browser()
      if (token) visitor.jar.set('app_session', token)
      const reply = await visitor.get('/auth/me')
      expect(reply).toMatchObject({
        status: 401,
        body: { error: 'unauthorized', message: 'You are not authenticated.' },
        setCookies: [],
      })
    },
  )

  it('answers unauthorized after the session has ended, at once', async () => {
    const { signedUp } = await world()
    const browser = await signedUp()
    const thief = browser.clone()
    await browser.post('/auth/logout')
    expect(await thief.get('/auth/me')).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
  })

  it('answers unauthorized to a banned or deleted account, at once', async () => {
    const { signedUp, sql } = await world()
    const browser = await signedUp()
    await sql(`UPDATE accounts SET banned_at = 1`)
    expect((await browser.clone().get('/auth/me')).status).toBe(401)
    await sql(`DELETE FROM accounts`)
    expect((await browser.clone().get('/auth/me')).status).toBe(401)
  })

  it('counts a session cookie that comes twice as none', async () => {
    const { signedUp, browser } = await world()
    const token = (await signedUp()).jar.get('app_session')
    const send = (cookie: string) => browser().get('/auth/me', { headers: { cookie } })
    expect((await send(`app_session=${token}`)).status).toBe(200)
    expect((await send(`app_session=${token}; app_session=${token}`)).status).toBe(401)
    expect((await send(`app_session=planted; app_session=${token}`)).status).toBe(401)
  })

  it('does one query', async () => {
    const { signedUp, queries } = await world()
    const browser = await signedUp()
    const before = queries()
    await browser.get('/auth/me')
    expect(queries() - before).toBe(1)
  })

  it('notes activity once a minute, without holding up the answer', async () => {
    const { signedUp, sql, clock } = await world()
    const browser = await signedUp()
    const lastActive = async () => (await sql(`SELECT last_active_at FROM sessions`))[0]?.['last_active_at']
    const start = clock.now()
    clock.advance(59_000)
    await browser.get('/auth/me')
    expect(await lastActive()).toBe(start)
    clock.advance(1000)
    await browser.get('/auth/me')
    await expect.poll(lastActive).toBe(start + 60_000)
  })
})
