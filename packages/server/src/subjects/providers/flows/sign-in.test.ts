import { describe, expect, it } from 'vitest'
import { ADA, landing, oauthWorld, pathOf } from '../../../../test/support/oauth-world.ts'

const CALLBACK = 'GET /auth/oauth/{provider}/callback'

describe('GET /auth/oauth/{provider}', () => {
  it('answers 200 with the address of the provider: code flow, PKCE S256, state, nonce and our callback', async () => {
    const { browser, corp } = await oauthWorld()
    const { status, body } = await browser().get('/auth/oauth/corp')
    expect(status).toBe(200)
    const url = new URL(body.url)
    expect(url.origin).toBe(corp.issuer)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'latchkey',
      response_type: 'code',
      redirect_uri: 'http://localhost:3000/auth/oauth/corp/callback',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{100,}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
  })

  it('sends a browser there at once', async () => {
    const { browser, corp } = await oauthWorld()
    const reply = await browser().get('/auth/oauth/corp', { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect(reply.status).toBe(303)
    expect(String(reply.headers['location'])).toMatch(corp.issuer)
  })

  it('gives the browser a short-lived cookie that scripts cannot read, and stores nothing', async () => {
    const { browser, sql } = await oauthWorld()
    const { setCookies } = await browser().get('/auth/oauth/corp')
    expect(setCookies).toEqual([
      expect.stringMatching(/^_oauth_[\w-]{8}=[\w-]{43}; Max-Age=600; Path=\/; SameSite=Lax; HttpOnly$/),
    ])
    expect(await sql(`SELECT * FROM spent_states`)).toEqual([])
  })

  it('answers provider_not_found 404 to a name that is not configured', async () => {
    const { browser } = await oauthWorld()
    for (const name of ['google', 'CORP', '__proto__', '%00']) {
      expect(await browser().get(`/auth/oauth/${name}`), name).toMatchObject({
        status: 404,
        body: { error: 'provider_not_found' },
      })
    }
  })

  it('answers provider_error 502 when the provider is down, and works again when it is back', async () => {
    const { browser, corp } = await oauthWorld()
    await corp.goAway()
    expect(await browser().get('/auth/oauth/corp')).toMatchObject({ status: 502, body: { error: 'provider_error' } })
    const asBrowser = await browser().get('/auth/oauth/corp', { headers: { accept: 'text/html' } })
    expect(landing(asBrowser)).toEqual({ status: 303, path: '/sign-in', error: 'provider_error' })
    await corp.comeBack()
    expect((await browser().get('/auth/oauth/corp')).status).toBe(200)
  })
})

describe(CALLBACK, () => {
  it('signs a stranger up, without a password and verified, and lands on the account page with both cookies', async () => {
    const { browser, signIn, auditTypes, sql } = await oauthWorld()
    const visitor = browser()
    const reply = await signIn(visitor)
    expect(landing(reply)).toEqual({ status: 303, path: '/account' })
    const names = reply.setCookies.map((line) => line.split('=')[0])
    expect(names).toEqual(['app_session', 'app_refresh', '_csrf', expect.stringMatching(/^_oauth_/)])
    const { body } = await visitor.get('/auth/me')
    expect(body).toMatchObject({
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      isVerified: true,
      hasPassword: false,
      role: 'user',
    })
    expect(await auditTypes()).toEqual(['user.registered', 'oauth.linked', 'session.created', 'oauth.login'])
    expect(await sql(`SELECT tokens FROM identities`)).toEqual([{ tokens: null }])
  })

  it('signs the same person in again, into the same account, whatever the provider says about them now', async () => {
    const { browser, signIn, corp, sql } = await oauthWorld()
    await signIn(browser())
    const moved = corp.person({ ...ADA, email: 'other@example.com', name: 'Countess' })
    const visitor = browser()
    expect(landing(await signIn(visitor, moved))).toEqual({ status: 303, path: '/account' })
    expect((await visitor.get('/auth/me')).body).toMatchObject({ email: 'ada@example.com', name: 'Ada Lovelace' })
    expect(await sql(`SELECT id FROM accounts`)).toHaveLength(1)
  })

  it.each([
    ['false', false],
    ['missing', undefined],
    ['the string "true"', 'true'],
  ])('does not count an address as verified when email_verified is %s', async (_, email_verified) => {
    const { browser, signIn, corp } = await oauthWorld()
    const { email_verified: _verified, ...rest } = ADA
    const visitor = browser()
    await signIn(visitor, corp.person(email_verified === undefined ? rest : { ...rest, email_verified }))
    expect((await visitor.get('/auth/me')).body).toMatchObject({ email: 'ada@example.com', isVerified: false })
  })

  it('verifies the address later, when the provider says so for the very same one', async () => {
    const { browser, signIn, corp } = await oauthWorld()
    const visitor = browser()
    await signIn(visitor, corp.person({ ...ADA, email_verified: false }))
    await signIn(visitor, corp.person({ ...ADA, email: 'other@example.com' }))
    expect((await visitor.get('/auth/me')).body.isVerified).toBe(false)
    await signIn(visitor, corp.person(ADA))
    expect((await visitor.get('/auth/me')).body.isVerified).toBe(true)
  })

  it('takes the part before the @ when the provider tells no usable name', async () => {
    const { browser, signIn, corp } = await oauthWorld()
    const visitor = browser()
    await signIn(visitor, corp.person({ ...ADA, name: '\u202e\u0000' }))
    expect((await visitor.get('/auth/me')).body.name).toBe('ada')
  })

  it.each([
    ['no address', { sub: 'x' }],
    ['an address that is none', { ...ADA, email: 'ada@localhost' }],
  ])('refuses a stranger with %s: provider_error, and nobody is created', async (_, person) => {
    const { browser, signIn, corp, sql } = await oauthWorld()
    expect(landing(await signIn(browser(), corp.person(person)))).toEqual({
      status: 303,
      path: '/sign-in',
      error: 'provider_error',
    })
    expect(await sql(`SELECT id FROM accounts`)).toEqual([])
  })

  it('tells access_denied when somebody says no at the provider, and creates nobody', async () => {
    const { browser, leave, corp, sql } = await oauthWorld()
    const visitor = browser()
    const denied = await corp.deny(await leave(visitor))
    expect(landing(await visitor.get(pathOf(denied)))).toEqual({ status: 303, path: '/sign-in', error: 'access_denied' })
    expect(await sql(`SELECT id FROM accounts`)).toEqual([])
  })

  it('never merges: an address that has an account answers email_already_exists, and neither side reaches the other', async () => {
    const { browser, signIn, signedUp, sql } = await oauthWorld()
    const stranger = await signedUp('ada@example.com')
    const victim = browser()
    expect(landing(await signIn(victim))).toEqual({ status: 303, path: '/sign-in', error: 'email_already_exists' })
    expect((await victim.get('/auth/me')).status).toBe(401)
    expect((await stranger.get('/auth/me')).body).toMatchObject({ isVerified: false, hasPassword: true })
    expect(await sql(`SELECT subject FROM identities`)).toEqual([])
    expect(await sql(`SELECT id FROM accounts`)).toHaveLength(1)
  })

  it('tells user_banned to a banned account and issues nothing', async () => {
    const { browser, signIn, newcomer, sql } = await oauthWorld()
    await newcomer()
    await sql(`UPDATE accounts SET banned_at = 1`)
    const reply = await signIn(browser())
    expect(landing(reply)).toMatchObject({ path: '/sign-in', error: 'user_banned' })
    expect(reply.setCookies).toEqual([expect.stringMatching(/^_oauth_.*Max-Age=0/)])
  })

  it('lets one sign up and not two, when two tabs of a stranger come back at once', async () => {
    const { browser, approved, sql } = await oauthWorld()
    const visitors = [browser(), browser(), browser(), browser()]
    const callbacks: string[] = []
    for (const visitor of visitors) callbacks.push(await approved(visitor))
    const replies = await Promise.all(visitors.map((visitor, n) => visitor.get(callbacks[n] ?? '')))
    expect(replies.map(landing)).toEqual(replies.map(() => ({ status: 303, path: '/account' })))
    expect(await sql(`SELECT id FROM accounts`)).toHaveLength(1)
    expect(await sql(`SELECT subject FROM identities`)).toHaveLength(1)
  })

  it('asks the provider for the address when the ID token has none', async () => {
    const { browser, signIn, corp } = await oauthWorld()
    corp.tamper(({ email: _email, email_verified: _verified, ...claims }) => claims)
    const visitor = browser()
    await signIn(visitor)
    expect(corp.requests).toContain('userinfo')
    expect((await visitor.get('/auth/me')).body).toMatchObject({ email: 'ada@example.com', isVerified: true })
  })
})

describe('POST /auth/oauth/{provider}/callback', () => {
  it('takes the form of a provider that posts one: the browser is sent round once more, and is in', async () => {
    const { browser, leave, corp } = await oauthWorld({ env: { OAUTH_CORP_RESPONSE_MODE: 'form_post' } })
    const visitor = browser()
    const { action, body } = await corp.approveByForm(await leave(visitor), { as: ADA })
    const headers = { origin: corp.issuer, 'content-type': 'application/x-www-form-urlencoded' }
    // A form of another site: no cookie travels with it.
    const posted = await browser().post(pathOf(action), undefined, { raw: body, headers })
    expect(posted.status).toBe(303)
    expect(posted.setCookies).toEqual([])
    expect(landing(await visitor.get(pathOf(String(posted.headers['location']))))).toEqual({ status: 303, path: '/account' })
    expect((await visitor.get('/auth/me')).status).toBe(200)
  })

  it('reads no JSON and no other provider', async () => {
    const { browser } = await oauthWorld()
    expect(await browser().post('/auth/oauth/corp/callback', { code: 'x' })).toMatchObject({
      status: 415,
      body: { error: 'unsupported_media_type' },
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const unknown = await browser().post('/auth/oauth/google/callback', undefined, { raw: 'code=x', headers })
    expect(unknown).toMatchObject({ status: 404, body: { error: 'provider_not_found' } })
  })
})
