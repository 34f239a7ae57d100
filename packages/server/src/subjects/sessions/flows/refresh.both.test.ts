import { describe, expect, it } from 'vitest'
import { world } from '../../../../test/support/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('POST /auth/refresh', () => {
  it('rotates both tokens, keeps the session id and moves the limits', async () => {
    const { signedUp, clock } = await world()
    const browser = await signedUp()
    const old = browser.clone()
    const { body: me } = await browser.get('/auth/me')
    clock.advance(HOUR)
    const reply = await browser.post('/auth/refresh')

    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      session: {
        ...me.session,
        expiresAt: '2030-01-02T01:00:00.000Z',
        refreshExpiresAt: '2030-01-31T01:00:00.000Z',
        lastActiveAt: '2030-01-01T01:00:00.000Z',
      },
    })
    for (const name of ['app_session', 'app_refresh', '_csrf']) expect(browser.jar.get(name)).not.toBe(old.jar.get(name))
    expect((await browser.get('/auth/me')).body.session.id).toBe(me.session.id)
  })

  it('kills the old session token at once', async () => {
    const { signedUp, browser } = await world()
    const signedIn = await signedUp()
    const old = browser()
    old.jar.set('app_session', signedIn.jar.get('app_session') ?? '')
    await signedIn.post('/auth/refresh')
    expect((await old.get('/auth/me')).status).toBe(401)
  })

  it('gives ten simultaneous callers with one token the same successor', async () => {
    const { signedUp, sql } = await world()
    const tabs = Array.from({ length: 10 }, () => undefined)
    const browser = await signedUp()
    const replies = await Promise.all(
      tabs.map(() => browser.clone()).map(async (tab) => ({ tab, reply: await tab.post('/auth/refresh') })),
    )

    expect(replies.map(({ reply }) => reply.status)).toEqual(tabs.map(() => 200))
    expect(new Set(replies.map(({ tab }) => `${tab.jar.get('app_session')} ${tab.jar.get('app_refresh')}`)).size).toBe(1)
    expect((await replies[0]?.tab.get('/auth/me'))?.status).toBe(200)
    expect(await sql(`SELECT id FROM sessions WHERE revoked_at IS NULL`)).toHaveLength(1)
    expect(await sql(`SELECT id FROM audit_events WHERE type = 'session.refreshed'`)).toHaveLength(1)
  })

  it('gives the same successor again just before the grace period ends', async () => {
    const { signedUp, clock } = await world()
    const browser = await signedUp()
    const tab = browser.clone()
    await browser.post('/auth/refresh')
    clock.advance(9_999)
    expect((await tab.post('/auth/refresh')).status).toBe(200)
    expect(tab.jar.get('app_refresh')).toBe(browser.jar.get('app_refresh'))
  })

  it('ends the session, audited, when an old token comes after the grace period', async () => {
    const { signedUp, clock, auditTypes } = await world()
    const browser = await signedUp()
    const thief = browser.clone()
    await browser.post('/auth/refresh')
    clock.advance(10_000)

    const reply = await thief.post('/auth/refresh')
    expect(reply).toMatchObject({ status: 401, body: { error: 'session_revoked' } })
    expect([...thief.jar.keys()]).toEqual(['_csrf'])
    expect((await browser.get('/auth/me')).status).toBe(401)
    expect(await auditTypes()).toContain('session.reuse_detected')
  })

  it('ends the session when any older generation comes, also within the grace period', async () => {
    const { signedUp } = await world()
    const browser = await signedUp()
    const thief = browser.clone()
    await browser.post('/auth/refresh')
    await browser.post('/auth/refresh')
    expect(await thief.post('/auth/refresh')).toMatchObject({ status: 401, body: { error: 'session_revoked' } })
    expect((await browser.get('/auth/me')).status).toBe(401)
  })

  it('grants no grace at all when it is configured away', async () => {
    const { signedUp } = await world({ env: { REFRESH_GRACE: '0s' } })
    const browser = await signedUp()
    const tab = browser.clone()
    await browser.post('/auth/refresh')
    expect((await tab.post('/auth/refresh')).body.error).toBe('session_revoked')
  })

  it('answers refresh_expired after the idle limit', async () => {
    const { signedUp, clock } = await world()
    const browser = await signedUp()
    clock.advance(30 * DAY)
    const reply = await browser.post('/auth/refresh')
    expect(reply).toMatchObject({ status: 401, body: { error: 'refresh_expired' } })
    expect(reply.setCookies[0]).toContain('app_session=; Max-Age=0')
  })

  it('never moves past the absolute limit, and answers max_lifetime_exceeded there', async () => {
    const { signedUp, clock } = await world()
    const browser = await signedUp()
    for (let day = 0; day < 87; day += 29) {
      clock.advance(29 * DAY)
      expect((await browser.post('/auth/refresh')).status).toBe(200)
    }
    const reply = await browser.post('/auth/refresh')
    expect(reply.body.session.refreshExpiresAt).toBe('2030-04-01T00:00:00.000Z')
    expect(reply.setCookies[1]).toContain(`Max-Age=${3 * 86_400};`)
    clock.advance(3 * DAY)
    expect(await browser.post('/auth/refresh')).toMatchObject({ status: 401, body: { error: 'max_lifetime_exceeded' } })
  })

  it('answers invalid_refresh_token to an unknown token, and clears both cookies', async () => {
    const { browser } = await world()
    for (const token of ['a'.repeat(43), 'junk', '"']) {
      const visitor = browser()
      visitor.jar.set('app_refresh', token)
      const reply = await visitor.post('/auth/refresh')
      expect(reply).toMatchObject({ status: 401, body: { error: 'invalid_refresh_token' } })
      expect(reply.setCookies.slice(0, 2).every((line) => line.includes('=; Max-Age=0;'))).toBe(true)
    }
  })

  it('answers invalid_refresh without a cookie, and changes nothing', async () => {
    const { browser } = await world()
    expect(await browser().post('/auth/refresh')).toMatchObject({
      status: 401,
      body: { error: 'invalid_refresh' },
      setCookies: [],
    })
  })

  it('counts a refresh cookie that comes twice as none', async () => {
    const { signedUp, browser } = await world()
    const token = (await signedUp()).jar.get('app_refresh')
    const reply = await browser().post('/auth/refresh', undefined, {
      headers: { cookie: `app_refresh=${token}; app_refresh=${token}` },
    })
    expect(reply.body.error).toBe('invalid_refresh')
  })

  it('refuses a banned account', async () => {
    const { signedUp, sql } = await world()
    const browser = await signedUp()
    await sql(`UPDATE accounts SET banned_at = 1`)
    expect(await browser.post('/auth/refresh')).toMatchObject({ status: 401, body: { error: 'session_revoked' } })
  })

  it('keeps no raw token of either pair in the database', async () => {
    const { signedUp, sql } = await world()
    const browser = await signedUp()
    const old = browser.clone()
    await browser.post('/auth/refresh')
    const rows = JSON.stringify([await sql(`SELECT * FROM sessions`), await sql(`SELECT * FROM refresh_tokens`)])
    for (const { jar } of [old, browser]) {
      for (const name of ['app_session', 'app_refresh']) expect(rows).not.toContain(jar.get(name))
    }
  })
})

describe('refresh in place', () => {
  it.each([
    ['expired', (jar: Map<string, string>) => jar],
    ['absent', (jar: Map<string, string>) => jar.delete('app_session')],
    ['unknown', (jar: Map<string, string>) => jar.set('app_session', 'a'.repeat(43))],
  ])('renews a session whose cookie is %s on a Session route', async (_what, spoil) => {
    const { signedUp, clock } = await world()
    const browser = await signedUp()
    const { body: before } = await browser.get('/auth/me')
    clock.advance(25 * HOUR)
    spoil(browser.jar)

    const reply = await browser.get('/auth/me')
    expect(reply).toMatchObject({
      status: 200,
      body: { session: { id: before.session.id, expiresAt: '2030-01-03T01:00:00.000Z' } },
    })
    expect(reply.setCookies.map((line) => line.split('=')[0])).toEqual(['app_session', 'app_refresh', '_csrf'])
    expect((await browser.get('/auth/me')).setCookies).toEqual([])
  })

  it('carries the new cookies also when the route itself fails', async () => {
    const { signedUp, clock } = await world()
    const browser = await signedUp()
    clock.advance(25 * HOUR)
    const reply = await browser.put('/auth/name', { name: '' })
    expect(reply.status).toBe(400)
    expect(reply.setCookies).toHaveLength(3)
    expect((await browser.get('/auth/me')).status).toBe(200)
  })

  it('lets ten simultaneous requests through with one new pair', async () => {
    const { signedUp, clock } = await world()
    const browser = await signedUp()
    clock.advance(25 * HOUR)
    const tabs = Array.from({ length: 10 }, () => browser.clone())
    const replies = await Promise.all(tabs.map((tab) => tab.get('/auth/me')))
    expect(replies.map(({ status }) => status)).toEqual(tabs.map(() => 200))
    expect(new Set(tabs.map(({ jar }) => jar.get('app_session'))).size).toBe(1)
  })

  it('signs out cleanly in the same request', async () => {
    const { signedUp, clock } = await world()
    const browser = await signedUp()
    clock.advance(25 * HOUR)
    const reply = await browser.post('/auth/logout')
    expect(reply.status).toBe(200)
    expect(reply.setCookies).toHaveLength(3)
    expect([...browser.jar.keys()]).toEqual(['_csrf'])
  })

  it('answers 401 and clears the cookies when the refresh token is no good either', async () => {
    const { signedUp, clock } = await world()
    const browser = await signedUp()
    clock.advance(31 * DAY)
    const reply = await browser.get('/auth/me')
    expect(reply).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
    expect([...browser.jar.keys()]).toEqual(['_csrf'])
  })
})
