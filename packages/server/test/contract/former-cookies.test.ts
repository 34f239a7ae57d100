import { describe, expect, it } from 'vitest'
import { world } from '../support/world.ts'

const https = { PUBLIC_URL: 'https://id.example.com', ALLOWED_ORIGINS: 'http://localhost:3000' }
const prefixed = { ...https, COOKIE_PREFIX: 'true' }
const shared = { ...prefixed, COOKIE_DOMAIN: 'example.com' }

/** Ada is signed in, and then the service is started anew with other settings. */
async function restarted(before: Record<string, string>, after: Record<string, string>) {
  const first = await world({ env: before })
  const ada = await first.signedUp()
  const { id } = (await ada.get('/auth/check')).body.session
  const here = await world({ env: after, databaseUrl: first.database.url })
  const moved = here.browser()
  for (const [name, value] of ada.jar) moved.jar.set(name, value)
  /** A browser that sends this cookie alone. */
  const sending = (cookie: string) => ({ headers: { cookie } })
  return { ...here, moved, id, sending }
}

const isOfSession = (name: string): boolean => /app_(session|refresh)$/.test(name)

describe('cookies of the names that another setting gave', () => {
  it.each([
    ['the prefix is switched on', https, prefixed, '__Host-'],
    ['it is switched off', prefixed, https, ''],
    ['a domain comes to it', prefixed, shared, '__Secure-'],
    ['a domain leaves it', shared, prefixed, '__Host-'],
  ])('are replaced when %s, and the session goes on', async (_, before, after, prefix) => {
    const { moved, id } = await restarted(before, after)
    expect((await moved.get('/auth/check')).body.session).toBe(null)
    expect((await moved.get('/auth/me')).status).toBe(200)
    expect([...moved.jar.keys()].filter(isOfSession)).toEqual([`${prefix}app_session`, `${prefix}app_refresh`])
    expect((await moved.get('/auth/check')).body.session.id).toBe(id)
  })

  it('are taken away with each domain that they may have been set for', async () => {
    const { moved } = await restarted(https, prefixed)
    const { setCookies } = await moved.get('/auth/me')
    const gone = setCookies.filter((line) => line.startsWith('app_refresh=;'))
    expect(gone.map((line) => /Domain=([^;]+)/.exec(line)?.[1])).toEqual(['id.example.com', 'example.com', undefined])
  })

  it('are taken once: whoever comes with them later ends the session', async () => {
    const { moved, clock } = await restarted(https, prefixed)
    const copy = moved.clone()
    expect((await moved.post('/auth/refresh')).status).toBe(200)
    clock.advance(60_000)
    expect((await copy.post('/auth/refresh')).body.error).toBe('session_revoked')
    expect((await moved.get('/auth/me')).status).toBe(401)
  })

  it('carry no session that began under the new name, as a neighbour would plant it', async () => {
    const { signedUp, browser, sending } = await restarted(https, prefixed)
    const thief = await signedUp('thief@example.com')
    const planted = sending(
      `app_refresh=${thief.jar.get('__Host-app_refresh')}; app_session=${thief.jar.get('__Host-app_session')}`,
    )
    const victim = await browser().get('/auth/me', planted)
    expect([victim.status, victim.setCookies.filter((line) => !/=;|_csrf/.test(line))]).toEqual([401, []])
    expect((await browser().post('/auth/refresh', undefined, planted)).body.error).toBe('invalid_refresh_token')
    expect((await thief.get('/auth/me')).status).toBe(200)
  })

  it('carry none where a neighbour has put another beside them, and are no one beside cookies of today', async () => {
    const { moved, signedUp, browser, sending } = await restarted(https, prefixed)
    const old = `app_refresh=${moved.jar.get('app_refresh')}`
    expect((await browser().get('/auth/me', sending(`${old}; app_refresh=planted`))).status).toBe(401)
    const eve = await signedUp('eve@example.com')
    const beside = await eve.get('/auth/me', sending(`${old}; ${eve.cookieHeader()}`))
    expect(beside.body.email).toBe('eve@example.com')
    const out = await eve.post('/auth/logout', undefined, sending(`${old}; ${eve.cookieHeader()}`))
    expect(out.setCookies.some((line) => line.startsWith('app_refresh=;'))).toBe(true)
    expect((await moved.get('/auth/me')).status).toBe(200)
  })

  it('are taken for a session from before names were noted', async () => {
    const { moved, sql } = await restarted(https, prefixed)
    await sql(`UPDATE refresh_tokens SET cookie = NULL`)
    expect((await moved.get('/auth/me')).status).toBe(200)
  })
})
