import { describe, expect, it } from 'vitest'
import { world } from '../../../../test/support/world.ts'

describe('POST /auth/logout', () => {
  it('ends the session, clears both cookies and turns the CSRF cookie', async () => {
    const { signedUp, sql } = await world()
    const browser = await signedUp()
    const before = browser.clone()
    const reply = await browser.post('/auth/logout')

    expect(reply).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    expect(reply.setCookies.slice(0, 2)).toEqual([
      'app_session=; Max-Age=0; Path=/; SameSite=Lax; HttpOnly',
      'app_refresh=; Max-Age=0; Path=/; SameSite=Lax; HttpOnly',
    ])
    expect(browser.jar.get('_csrf')).not.toBe(before.jar.get('_csrf'))
    expect((await before.get('/auth/me')).status).toBe(401)
    expect((await before.clone().post('/auth/refresh')).body.error).toBe('invalid_refresh')
    expect((await sql(`SELECT type FROM audit_events ORDER BY id`)).at(-1)).toMatchObject({ type: 'logout' })
  })

  it('kills the refresh token with the session', async () => {
    const { signedUp } = await world()
    const browser = await signedUp()
    const thief = browser.clone()
    await browser.post('/auth/logout')
    expect(await thief.post('/auth/refresh')).toMatchObject({ status: 401, body: { error: 'session_revoked' } })
  })

  it('answers session_expired 401 without a session', async () => {
    const { browser } = await world()
    expect(await browser().post('/auth/logout')).toMatchObject({
      status: 401,
      body: { error: 'session_expired' },
      setCookies: [],
    })
  })

  it('answers internal_error 500 and keeps the cookies when the revocation cannot be written', async () => {
    const { signedUp, failUpdatesOf, logged } = await world()
    const browser = await signedUp()
    await failUpdatesOf('sessions')
    const reply = await browser.post('/auth/logout')
    expect(reply).toMatchObject({ status: 500, body: { error: 'internal_error' }, setCookies: [] })
    expect(reply.text).not.toContain('disk on fire')
    expect(logged()).toContain('disk on fire')
    expect((await browser.get('/auth/me')).status).toBe(200)
  })

  it('never parses a body, whatever the headers say', async () => {
    const { signedUp } = await world()
    const browser = await signedUp()
    const reply = await browser.post('/auth/logout', undefined, { raw: '{broken', headers: { 'content-type': 'text/nonsense' } })
    expect(reply.status).toBe(200)
  })
})
