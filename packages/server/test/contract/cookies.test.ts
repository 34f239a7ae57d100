import { describe, expect, it } from 'vitest'
import { PASSWORD, world } from '../support/world.ts'

const ID = 'https://id.example.com'
const https = { PUBLIC_URL: ID, ALLOWED_ORIGINS: 'http://localhost:3000' }
const ada = { email: 'ada@example.com', password: PASSWORD }

/** A Set-Cookie line without its value and its age. */
const inShort = (line: string): string => line.replace(/=[^;]*/, '').replace(/; Max-Age=\d+/, '')

const attributes = async (env: Record<string, string>): Promise<readonly string[]> => {
  const { signedUp, browser } = await world({ env })
  await signedUp()
  return (await browser().post('/auth/login', ada)).setCookies.map(inShort)
}

describe('the cookies of a session', () => {
  it('have the names of the interface, and a host of their own', async () => {
    expect(await attributes({})).toEqual([
      'app_session; Path=/; SameSite=Lax; HttpOnly',
      'app_refresh; Path=/; SameSite=Lax; HttpOnly',
      '_csrf; Path=/; SameSite=Lax',
    ])
  })

  it('keep their names over https; what no client was told of begins with __Host-', async () => {
    expect(await attributes({ ...https, RATE_LIMITS: 'true' })).toEqual([
      'app_session; Path=/; SameSite=Lax; Secure; HttpOnly',
      'app_refresh; Path=/; SameSite=Lax; Secure; HttpOnly',
      '__Host-_csrf; Path=/; SameSite=Lax; Secure',
      '__Host-_device; Path=/; SameSite=Lax; Secure; HttpOnly',
    ])
  })

  it('begin with __Host- where COOKIE_PREFIX is on', async () => {
    expect(await attributes({ ...https, COOKIE_PREFIX: 'true' })).toEqual([
      '__Host-app_session; Path=/; SameSite=Lax; Secure; HttpOnly',
      '__Host-app_refresh; Path=/; SameSite=Lax; Secure; HttpOnly',
      '__Host-_csrf; Path=/; SameSite=Lax; Secure',
    ])
  })

  it('are for all hosts of COOKIE_DOMAIN, and no other cookie is', async () => {
    const env = { ...https, COOKIE_DOMAIN: 'example.com', RATE_LIMITS: 'true' }
    expect(await attributes(env)).toEqual([
      'app_session; Domain=example.com; Path=/; SameSite=Lax; Secure; HttpOnly',
      'app_refresh; Domain=example.com; Path=/; SameSite=Lax; Secure; HttpOnly',
      '__Host-_csrf; Path=/; SameSite=Lax; Secure',
      '__Host-_device; Path=/; SameSite=Lax; Secure; HttpOnly',
    ])
    expect((await attributes({ ...env, COOKIE_PREFIX: 'true' })).slice(0, 2)).toEqual([
      '__Secure-app_session; Domain=example.com; Path=/; SameSite=Lax; Secure; HttpOnly',
      '__Secure-app_refresh; Domain=example.com; Path=/; SameSite=Lax; Secure; HttpOnly',
    ])
  })

  it('are cleared with the attributes that they were set with', async () => {
    const { signedUp } = await world({ env: { ...https, COOKIE_DOMAIN: 'example.com', COOKIE_PREFIX: 'true' } })
    const browser = await signedUp()
    const { setCookies } = await browser.post('/auth/logout')
    expect(setCookies.slice(-3, -1)).toEqual([
      '__Secure-app_session=; Max-Age=0; Domain=example.com; Path=/; SameSite=Lax; Secure; HttpOnly',
      '__Secure-app_refresh=; Max-Age=0; Domain=example.com; Path=/; SameSite=Lax; Secure; HttpOnly',
    ])
  })

  it('are believed under the name that they are set with, and under no other', async () => {
    const { signedUp, browser } = await world({ env: { ...https, COOKIE_PREFIX: 'true' } })
    const known = await signedUp()
    expect((await known.get('/auth/me')).status).toBe(200)
    const cookie = `app_session=${known.jar.get('__Host-app_session')}`
    expect((await browser().get('/auth/me', { headers: { cookie } })).status).toBe(401)
  })

  it.each([
    [{ COOKIE_DOMAIN: 'example.com' }, ['', 'id.example.com']],
    [{}, ['id.example.com', 'example.com']],
  ])('with %j take away those of another time or of a neighbour, beside which they count as none', async (env, domains) => {
    const { signedUp, browser } = await world({ env: { ...https, ...env } })
    const token = (await signedUp()).jar.get('app_session')
    const headers = { cookie: `app_session=${token}; app_session=planted` }
    expect((await browser().get('/auth/me', { headers })).status).toBe(401)
    const { setCookies } = await browser().post('/auth/login', ada, { headers })
    const gone = setCookies.filter((line) => line.startsWith('app_session=;'))
    expect(gone).toEqual(
      domains.map((domain) => `app_session=; Max-Age=0${domain && `; Domain=${domain}`}; Path=/; SameSite=Lax; Secure; HttpOnly`),
    )
    expect(setCookies.filter((line) => /^app_session=./.test(line))).toHaveLength(domains.length + 1)
  })

  it('take the place of one of our host alone where a domain was switched on, or people would be signed out by signing in', async () => {
    const { browser, signedUp } = await world({ env: { ...https, COOKIE_DOMAIN: 'example.com' } })
    const before = (await signedUp()).jar.get('app_session')
    for (const path of ['/auth/login', '/auth/logout']) {
      const { setCookies } = await browser().post(path, ada, { headers: { cookie: `app_session=${before}` } })
      expect(setCookies).toContain('app_session=; Max-Age=0; Path=/; SameSite=Lax; Secure; HttpOnly')
    }
  })
})
