import { describe, expect, it } from 'vitest'
import { ORIGIN } from '../support/browser.ts'
import { endpointList } from '../support/endpoint-list.ts'
import { oauthWorld } from '../support/oauth-world.ts'
import { shared } from '../support/shared.ts'
import { type World, world } from '../support/world.ts'

const unsafe = endpointList
  .filter(({ isForeignForm, isOAuth }) => !isForeignForm && !isOAuth)
  .map(({ route }) => route.split(' ') as [string, string])
  .filter(([method]) => method !== 'GET')

const PRODUCTION = {
  ALLOW_LOOPBACK_ORIGINS: 'false',
  PUBLIC_URL: 'https://id.example.com',
  ALLOWED_ORIGINS: 'https://app.example.com',
}

const plain = shared(() => world())
const production = shared(() => world({ env: PRODUCTION }))
const inviting = shared(() => world({ env: { ENABLE_INVITE: 'true' } }))

describe('origin check', () => {
  const send = async (headers: Record<string, string>, { app }: Pick<World, 'app'> = plain()) => {
    const reply = await app.inject({ method: 'POST', url: '/auth/logout', headers })
    return [reply.statusCode, reply.json().error]
  }
  const passes = [401, 'session_expired']
  const refused = [403, 'origin_not_allowed']

  it('accepts the own origin and the allowed ones', async () => {
    expect(await send({ origin: ORIGIN })).toEqual(passes)
    expect(await send({ origin: 'https://id.example.com' }, production())).toEqual(passes)
    expect(await send({ origin: 'https://app.example.com' }, production())).toEqual(passes)
  })

  it.each([
    'null',
    '',
    'https://evil.example',
    'https://id.example.com.evil.example',
    'https://id.example.com:8443',
    'http://id.example.com',
    'https://id.example.com/',
    'HTTPS://ID.EXAMPLE.COM',
    'https://id.example.com, https://id.example.com',
    'https://evil.id.example.com',
    'http://localhost:3000',
  ])('refuses the origin %j', async (origin) => {
    expect(await send({ origin }, production())).toEqual(refused)
  })

  it.each(['http://localhost:5173', 'http://127.0.0.1:8080', 'http://[::1]:3000', 'https://localhost'])(
    'accepts the loopback origin %j in development',
    async (origin) => expect(await send({ origin })).toEqual(passes),
  )

  it.each([
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://evil@localhost',
    'file://localhost',
    'http://localhost/x',
    'http://l%6fcalhost',
    'http://127.1',
    'http://localhost:',
  ])('does not take %j for a loopback origin', async (origin) => expect(await send({ origin })).toEqual(refused))

  it('answers csrf_headers_missing 403 when Origin and Referer are both absent', async () => {
    expect(await send({})).toEqual([403, 'csrf_headers_missing'])
    const { app } = plain()
    expect((await app.inject({ method: 'POST', url: '/auth/logout' })).json().message).toContain('CSRF headers are missing')
  })

  it('falls back to Referer, reduced to its origin, only when Origin is absent', async () => {
    expect(await send({ referer: 'https://id.example.com/some/page?x=1' }, production())).toEqual(passes)
    expect(await send({ referer: 'https://id.example.com' }, production())).toEqual(passes)
    expect(await send({ referer: 'https://evil.example/https://id.example.com/' }, production())).toEqual(refused)
    expect(await send({ referer: 'https://id.example.com@evil.example/' }, production())).toEqual(refused)
    expect(await send({ referer: 'nonsense' }, production())).toEqual(refused)
  })

  it.each([
    'https://i%64.example.com/',
    'https://i\u00add.example.com/',
    'https://%EF%BD%89d.example.com/',
    'https://id.example.com:0443/',
    'https://id.example.com:443/',
    'https://x@id.example.com/',
    'https://id.example.com\\@evil.example/',
  ])('does not make the Referer %j prettier before it is compared', async (referer) => {
    expect(await send({ referer }, production())).toEqual(refused)
  })

  it('lets Origin decide where both are there', async () => {
    expect(await send({ origin: 'https://evil.example', referer: 'https://id.example.com/' }, production())).toEqual(refused)
  })

  it('lets requests without both headers pass when AllowMissingCSRFHeaders is on, unless the browser says cross-site', async () => {
    const lenient = await world({ env: { ...PRODUCTION, ALLOW_MISSING_CSRF_HEADERS: 'true' } })
    expect(await send({}, lenient)).toEqual(passes)
    expect(await send({ 'sec-fetch-site': 'cross-site' }, lenient)).toEqual(refused)
    expect(await send({ 'sec-fetch-site': 'cross-site', origin: 'https://app.example.com' }, lenient)).toEqual(passes)
    expect(await send({ origin: 'https://evil.example' }, lenient)).toEqual(refused)
  })

  it('never believes forwarded hosts', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' }
    expect(await send(headers, await world({ env: { ...PRODUCTION, TRUSTED_PROXIES: '127.0.0.1' } }))).toEqual(refused)
  })

  it.each(unsafe)('comes first on %s %s: before the session and before the body', async (method, path) => {
    const { app } = plain()
    const inject = { method: method as 'POST', url: path.replace(/\{\w+\}/g, 'x') }
    const bad = await app.inject({
      ...inject,
      headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
      payload: '{',
    })
    expect([bad.statusCode, bad.json().error]).toEqual([403, 'origin_not_allowed'])
    const none = await app.inject(inject)
    expect([none.statusCode, none.json().error]).toEqual([403, 'csrf_headers_missing'])
  })

  const ofApplications = endpointList.filter(({ isOAuth }) => isOAuth).map(({ route }) => route.split(' ') as [string, string])

  it.each(ofApplications)('does not concern %s %s, which reads no cookie', async (method, path) => {
    const { app, signedUp } = plain()
    const ada = await signedUp()
    const ask = (cookie: object) =>
      app.inject({
        method: method as 'POST',
        url: path,
        headers: { origin: 'https://evil.example', ...cookie },
        ...(method === 'POST' && {
          headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded', ...cookie },
          payload: 'client_id=x',
        }),
      })
    const [without, withCookie] = [await ask({}), await ask({ cookie: ada.cookieHeader() })]
    expect(withCookie.json()).toEqual(without.json())
    expect([withCookie.statusCode, withCookie.headers['set-cookie']]).toEqual([without.statusCode, undefined])
    expect(withCookie.headers['access-control-allow-origin']).toBe('*')
    expect(withCookie.headers['access-control-allow-credentials']).toBeUndefined()
  })

  it('does not concern forms of providers and applications, which only send the browser on, and that of an app, which has a check of its own', async () => {
    expect(endpointList.filter(({ isForeignForm }) => isForeignForm).map(({ route }) => route)).toEqual([
      'POST /auth/oauth/{provider}/callback',
      'POST /.latchkey/sign-out',
      'POST /oidc/authorize',
      'POST /oidc/end-session',
    ])
    const { signedUp, statements } = await oauthWorld()
    const ada = await signedUp()
    const before = statements().length
    const headers = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await ada.post('/auth/oauth/corp/callback', undefined, { raw: 'state=s&code=c&x=y', headers })
    expect(reply).toMatchObject({ status: 303, setCookies: [] })
    expect(reply.headers['location']).toBe(`${ORIGIN}/auth/oauth/corp/callback?state=s&code=c`)
    expect(statements().slice(before)).toEqual([])
  })

  it('then the session, then the body', async () => {
    const { browser } = plain()
    const reply = await browser().put('/auth/name', undefined, { raw: '{', headers: { 'content-type': 'text/plain' } })
    expect(reply).toMatchObject({ status: 401, body: { error: 'session_expired' } })
  })

  it('does not concern reads', async () => {
    const { browser } = plain()
    expect((await browser().get('/auth/check', { headers: { origin: 'https://evil.example' } })).status).toBe(200)
  })

  const embedded = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
  const framed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }
  const navigated = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

  it.each(['/auth/check', '/auth/invite/info', '/sign-in', '/openapi.json', '/healthz'])(
    'refuses what a page of another site loads for itself: GET %s',
    async (url) => {
      const { app } = inviting()
      for (const headers of [embedded, framed, { ...embedded, origin: 'https://evil.example', 'sec-fetch-mode': 'cors' }]) {
        const reply = await app.inject({ url, headers })
        expect([reply.statusCode, reply.json().error]).toEqual(refused)
      }
    },
  )

  it.each(['/auth/check', '/sign-in', '/healthz'])(
    'refuses what a script of a neighbour reads that is not allowed: GET %s',
    async (url) => {
      const { app } = production()
      const status = async (headers: Record<string, string>) => {
        const read = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', ...headers }
        return (await app.inject({ url, headers: read })).statusCode
      }
      expect(await status({ origin: 'https://blog.example.com' })).toBe(403)
      expect(await status({ origin: 'null' })).toBe(403)
      expect(await status({ origin: 'https://app.example.com' })).toBe(200)
      expect(await status({ ...navigated, 'sec-fetch-site': 'same-site', origin: 'https://blog.example.com' })).toBe(200)
    },
  )

  it('lets people follow links from another site, and allowed origins read', async () => {
    const { app } = production()
    const status = async (url: string, headers: Record<string, string>) => (await app.inject({ url, headers })).statusCode
    expect(await status('/sign-in', navigated)).toBe(200)
    expect(await status('/auth/check', { ...embedded, 'sec-fetch-mode': 'cors', origin: 'https://app.example.com' })).toBe(200)
    for (const site of ['same-origin', 'same-site', 'none'])
      expect(await status('/auth/check', { ...embedded, 'sec-fetch-site': site })).toBe(200)
  })

  it('takes the form of a provider from the window alone, never from a frame or a script', async () => {
    const { app } = await oauthWorld()
    const send = async (headers: Record<string, string>) => {
      const type = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }
      const request = { method: 'POST', url: '/auth/oauth/corp/callback', payload: 'state=s' } as const
      return (await app.inject({ ...request, headers: { ...type, ...headers } })).statusCode
    }
    expect(await send(navigated)).toBe(303)
    expect(await send(framed)).toBe(403)
    expect(await send({ ...embedded, 'sec-fetch-dest': 'empty' })).toBe(403)
  })
})

describe('CORS', () => {
  const allowing = shared(() => world({ env: { ALLOWED_ORIGINS: 'https://app.example.com' } }))

  it('answers a preflight of an allowed origin', async () => {
    const { app } = allowing()
    const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'PUT' }
    const reply = await app.inject({ method: 'OPTIONS', url: '/auth/name', headers })
    expect(reply.statusCode).toBe(204)
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'PUT',
      'access-control-allow-headers': 'Content-Type, X-CSRF-Token',
      vary: 'Origin',
    })
  })

  it('allows nothing to another origin', async () => {
    const { app } = allowing()
    for (const origin of ['https://evil.example', 'null', '*']) {
      const headers = { origin, 'access-control-request-method': 'PUT' }
      for (const method of ['OPTIONS', 'GET'] as const) {
        const reply = await app.inject({ method, url: '/auth/check', headers })
        expect(reply.headers).not.toHaveProperty('access-control-allow-origin')
        expect(reply.headers).not.toHaveProperty('access-control-allow-credentials')
        expect(reply.headers['vary']).toBe('Origin')
      }
    }
  })

  it('marks answers for an allowed origin, errors too', async () => {
    const { app } = allowing()
    const reply = await app.inject({ url: '/auth/me', headers: { origin: 'https://app.example.com' } })
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['access-control-allow-origin']).toBe('https://app.example.com')
  })
})
