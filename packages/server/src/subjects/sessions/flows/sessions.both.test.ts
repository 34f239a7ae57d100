import { describe, expect, it } from 'vitest'
import { PASSWORD, world } from '../../../../test/support/world.ts'

/** Ada on three devices, a minute apart, and Eve. */
async function threeSessions() {
  const here = await world()
  const first = await here.signedUp()
  const more = []
  for (const _ of [2, 3]) {
    here.clock.advance(1000)
    const browser = here.browser()
    await browser.post('/auth/login', { email: 'ada@example.com', password: PASSWORD })
    more.push(browser)
  }
  const [second, third] = more
  if (!second || !third) throw new Error('unreachable')
  const idOf = async (browser: typeof first) => (await browser.get('/auth/me')).body.session.id as string
  return { ...here, first, second, third, idOf, eve: await here.signedUp('eve@example.com') }
}

describe('GET /auth/sessions', () => {
  it('lists the live sessions of the account, newest first', async () => {
    const { first, second, third, idOf } = await threeSessions()
    const ids = [await idOf(third), await idOf(second), await idOf(first)]
    const { status, body } = await second.get('/auth/sessions')
    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 3, limit: 20, offset: 0, currentSessionId: ids[1] })
    expect(body.sessions.map((session: { id: string }) => session.id)).toEqual(ids)
    expect(JSON.stringify(body)).not.toContain('hash')
  })

  it('leaves out ended and expired ones, and keeps those whose refresh token lives', async () => {
    const { first, second, third, clock } = await threeSessions()
    await first.post('/auth/logout')
    clock.advance(25 * 3_600_000)
    expect((await second.get('/auth/sessions')).body.total).toBe(2)
    clock.advance(29 * 86_400_000)
    const { body } = await second.get('/auth/sessions')
    expect(body.total).toBe(1)
    expect((await third.get('/auth/me')).status).toBe(401)
  })

  it('pages', async () => {
    const { first, idOf } = await threeSessions()
    const { body } = await first.get('/auth/sessions?limit=2&offset=2')
    expect(body).toMatchObject({ total: 3, limit: 2, offset: 2, sessions: [{ id: await idOf(first) }] })
    expect((await first.get('/auth/sessions?limit=1000')).body.limit).toBe(100)
  })

  it.each(['limit=0', 'limit=-1', 'limit=x', 'offset=-1', 'offset=1.5', 'limit=1&limit=2', 'limit=', 'limit=9999999999'])(
    'answers invalid_input 400 to ?%s',
    async (query) => {
      const { signedUp } = await world()
      expect(await (await signedUp()).get(`/auth/sessions?${query}`)).toMatchObject({
        status: 400,
        body: { error: 'invalid_input' },
      })
    },
  )

  it('answers session_expired 401 without a session', async () => {
    const { browser } = await world()
    expect(await browser().get('/auth/sessions')).toMatchObject({ status: 401, body: { error: 'session_expired' } })
  })
})

describe('DELETE /auth/sessions/{id}', () => {
  it('ends one other session at once', async () => {
    const { first, second, idOf, auditTypes } = await threeSessions()
    const reply = await first.delete(`/auth/sessions/${await idOf(second)}`)
    expect(reply).toMatchObject({ status: 200, body: { message: expect.any(String) }, setCookies: [] })
    expect((await second.get('/auth/me')).status).toBe(401)
    expect((await first.get('/auth/me')).status).toBe(200)
    expect(await auditTypes()).toContain('session.revoked')
  })

  it('clears the cookies when it is the current one', async () => {
    const { first, idOf } = await threeSessions()
    expect((await first.delete(`/auth/sessions/${await idOf(first)}`)).setCookies).toHaveLength(3)
    expect([...first.jar.keys()]).toEqual(['_csrf'])
  })

  it('answers session_not_found 404 alike for foreign, unknown, ended and malformed ids', async () => {
    const { first, second, eve, idOf } = await threeSessions()
    const endedId = await idOf(second)
    await second.post('/auth/logout')
    const ids = [await idOf(eve), '01890000-0000-7000-8000-000000000000', endedId, 'nonsense', '%00', 'a%2Fb', "'--"]
    const replies = await Promise.all(ids.map((id) => first.clone().delete(`/auth/sessions/${id}`)))
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(replies[0]).toMatchObject({ status: 404, body: { error: 'session_not_found' } })
    expect((await eve.get('/auth/me')).status).toBe(200)
  })

  it('answers session_expired 401 without a session', async () => {
    const { browser } = await world()
    expect((await browser().delete('/auth/sessions/x')).body.error).toBe('session_expired')
  })
})

describe('POST /auth/sessions/revoke', () => {
  it('ends the own ones among those named, and counts them', async () => {
    const { first, second, third, eve, idOf } = await threeSessions()
    const sessionIds = [await idOf(second), await idOf(second), await idOf(eve), 'nonsense', '\u0000']
    expect(await first.post('/auth/sessions/revoke', { sessionIds })).toMatchObject({
      status: 200,
      body: { revoked: 1 },
      setCookies: [],
    })
    expect((await second.get('/auth/me')).status).toBe(401)
    for (const browser of [first, third, eve]) expect((await browser.get('/auth/me')).status).toBe(200)
  })

  it('clears the cookies when the current one is among them', async () => {
    const { first, idOf } = await threeSessions()
    expect((await first.post('/auth/sessions/revoke', { sessionIds: [await idOf(first)] })).body).toEqual({ revoked: 1 })
    expect(first.jar.has('app_session')).toBe(false)
  })

  it.each([[{ sessionIds: [] }], [{}], [{ sessionIds: null }], [{ sessionIds: Array(101).fill('x') }]])(
    'answers invalid_input 400 to none and to more than 100 (%#)',
    async (body) => {
      const { signedUp } = await world()
      expect(await (await signedUp()).post('/auth/sessions/revoke', body)).toMatchObject({
        status: 400,
        body: { error: 'invalid_input' },
      })
    },
  )

  it.each([[{ sessionIds: 'x' }], [{ sessionIds: [1] }], [{ sessionIds: { 0: 'x' } }]])(
    'answers invalid_json 400 to the wrong type (%#)',
    async (body) => {
      const { signedUp } = await world()
      expect(await (await signedUp()).post('/auth/sessions/revoke', body)).toMatchObject({
        status: 400,
        body: { error: 'invalid_json' },
      })
    },
  )

  it('answers session_expired 401 without a session', async () => {
    const { browser } = await world()
    expect((await browser().post('/auth/sessions/revoke', { sessionIds: ['x'] })).body.error).toBe('session_expired')
  })
})

describe('DELETE /auth/sessions', () => {
  it('ends every session but the current one', async () => {
    const { first, second, third, eve } = await threeSessions()
    expect(await first.delete('/auth/sessions')).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
      setCookies: [],
    })
    for (const browser of [first, eve]) expect((await browser.get('/auth/me')).status).toBe(200)
    for (const browser of [second, third]) expect((await browser.get('/auth/me')).status).toBe(401)
  })

  it('answers session_expired 401 without a session', async () => {
    const { browser } = await world()
    expect((await browser().delete('/auth/sessions')).body.error).toBe('session_expired')
  })
})
