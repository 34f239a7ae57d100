import { describe, expect, it } from 'vitest'
import {
  APP,
  addClient,
  asked,
  authorizing,
  CALLBACK,
  CHALLENGE,
  changeClient,
  EMAIL,
  leadsTo,
  locationOf,
  type Params,
  told,
} from '../../../../test/support/authorizing.ts'
import { shared } from '../../../../test/support/shared.ts'
import { PASSWORD } from '../../../../test/support/world.ts'
import { hashOfAuthorizationCode } from '../tables/codes.ts'

const ISSUER = 'http://localhost:3000'
const AS_PAGE = { headers: { accept: 'text/html' } }

describe('GET /oidc/authorize, signed in and with nothing to be asked', () => {
  it('leads back at once, with a code, the state as it came, and who we are', async () => {
    const { signedUp, begin, sql } = await authorizing()
    const reply = await begin(await signedUp(EMAIL), { state: 'a b&ü=\u{1f511}' })
    expect(reply.status).toBe(303)
    const { code = '', ...rest } = told(locationOf(reply))
    expect(locationOf(reply).startsWith(`${CALLBACK}?code=`)).toBe(true)
    expect(rest).toEqual({ state: 'a b&ü=\u{1f511}', iss: ISSUER })
    expect(reply.headers['referrer-policy']).toBe('no-referrer')
    expect(reply.headers['cache-control']).toBe('no-store')
    const [row = {}] = await sql(`SELECT * FROM oidc_codes`)
    expect(row).toMatchObject({
      hash: hashOfAuthorizationCode(code),
      client_id: 'wiki',
      redirect_uri: CALLBACK,
      challenge: CHALLENGE,
      nonce: 'n-1',
    })
    expect(JSON.parse(String(row['scopes']))).toEqual(['openid', 'profile', 'email'])
    expect(JSON.parse(String(row['proof']))).toMatchObject({ amr: ['pwd'], acr: 'urn:latchkey:1' })
    expect(Number(row['expires_at']) - Number(row['created_at'])).toBe(60_000)
    expect(JSON.stringify(await sql(`SELECT * FROM audit_events`))).not.toContain(code)
  })

  it('keeps the query of a registered address, and adds to it', async () => {
    const { signedUp, begin } = await authorizing({ redirectUris: [`${APP}/cb?tenant=a%20b`] })
    const reply = await begin(await signedUp(EMAIL), { redirect_uri: `${APP}/cb?tenant=a%20b` })
    expect(locationOf(reply)).toContain(`${APP}/cb?tenant=a%20b&code=`)
  })

  it('says so in the audit log, and leaves no row of a request', async () => {
    const { signedUp, begin, auditTypes, sql } = await authorizing()
    await begin(await signedUp(EMAIL))
    expect(await auditTypes()).toContain('oidc.authorized')
    expect(await sql(`SELECT * FROM oidc_requests`)).toEqual([])
  })

  it('is sent on by POST, so that the cookies come along', async () => {
    const { signedUp, begin } = await authorizing()
    const browser = await signedUp(EMAIL)
    const [, raw = ''] = asked().split('?')
    const posted = await browser.post('/oidc/authorize', undefined, {
      raw: `${raw}&unknown=1`,
      headers: { ...AS_PAGE.headers, 'content-type': 'application/x-www-form-urlencoded', origin: APP },
    })
    expect([posted.status, posted.setCookies]).toEqual([303, []])
    const address = locationOf(posted)
    expect(Object.fromEntries(new URL(address, ISSUER).searchParams)).toEqual(Object.fromEntries(new URLSearchParams(raw)))
    expect(told(locationOf(await browser.get(address, AS_PAGE)))).toHaveProperty('code')
    expect(told(locationOf(await begin(browser)))).toHaveProperty('code')
  })

  it('answers HEAD with no code', async () => {
    const { signedUp, sql } = await authorizing()
    const browser = await signedUp(EMAIL)
    expect((await browser.send('HEAD', asked())).status).toBe(405)
    expect(await sql(`SELECT * FROM oidc_codes`)).toEqual([])
  })

  it('is shown in no frame, and loaded by no page of another site', async () => {
    const { signedUp, sql } = await authorizing()
    const browser = await signedUp(EMAIL)
    for (const dest of ['iframe', 'image', 'script']) {
      const headers = {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': dest === 'iframe' ? 'navigate' : 'no-cors',
        'sec-fetch-dest': dest,
      }
      expect((await browser.get(asked({ prompt: 'none' }), { headers: { ...headers, origin: APP } })).status, dest).toBe(403)
    }
    expect(await sql(`SELECT * FROM oidc_codes`)).toEqual([])
  })
})

describe('GET /oidc/authorize, where nobody may be sent on', () => {
  const here = shared(() => authorizing({ redirectUris: [CALLBACK, `${APP}/other`] }))

  it.each([
    ['an unknown client', { client_id: 'unknown' }, 'client_unknown'],
    ['no client', { client_id: undefined }, 'client_unknown'],
    ['an id that is none', { client_id: 'a\u0000b' }, 'client_unknown'],
    ['no address', { redirect_uri: undefined }, 'redirect_uri_missing'],
    ['an address of a stranger', { redirect_uri: 'https://evil.example/oauth/callback' }, 'redirect_uri_unknown'],
    ['an address below a registered one', { redirect_uri: `${CALLBACK}/more` }, 'redirect_uri_unknown'],
    ['one in other letters', { redirect_uri: CALLBACK.replace('wiki', 'WIKI') }, 'redirect_uri_unknown'],
    ['one with a port that says nothing', { redirect_uri: CALLBACK.replace('.com', '.com:443') }, 'redirect_uri_unknown'],
    ['one with a user', { redirect_uri: CALLBACK.replace('//', '//wiki.example.com@') }, 'redirect_uri_unknown'],
    ['one with dots', { redirect_uri: `${APP}/oauth/../oauth/callback` }, 'redirect_uri_unknown'],
    ['one with a fragment', { redirect_uri: `${CALLBACK}#x` }, 'redirect_uri_unknown'],
    ['one that is encoded otherwise', { redirect_uri: `${APP}/oauth/%63allback` }, 'redirect_uri_unknown'],
    ['one with a space behind it', { redirect_uri: `${CALLBACK} ` }, 'redirect_uri_unknown'],
    ['a path of ours', { redirect_uri: '/account' }, 'redirect_uri_unknown'],
    ['a script', { redirect_uri: 'javascript:alert(1)' }, 'redirect_uri_unknown'],
  ] satisfies [string, Params, string][])('shows a page for %s', async (_what, params, reason) => {
    const reply = await here().begin(undefined, params)
    expect([reply.status, reply.headers['location']]).toEqual([400, undefined])
    expect(reply.text).toContain(`<code>${reason}</code>`)
    expect(reply.text).not.toContain('href="https://evil.example')
    expect(reply.setCookies).toEqual([])
  })

  it('shows one for two addresses, be both registered, and for two clients', async () => {
    for (const [more, reason] of [
      [`redirect_uri=${encodeURIComponent(`${APP}/other`)}`, 'redirect_uri_twice'],
      ['client_id=wiki', 'client_unknown'],
    ] as const) {
      const [, raw = ''] = `${asked()}&${more}`.split('?')
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: APP }
      const posted = await here().browser().post('/oidc/authorize', undefined, { raw, headers })
      for (const address of [`/oidc/authorize?${raw}`, locationOf(posted)]) {
        const reply = await here().browser().get(address, AS_PAGE)
        expect([reply.status, reply.text.includes(`<code>${reason}</code>`)]).toEqual([400, true])
      }
    }
  })

  it('leads back to the application, and tells no words of a stranger', async () => {
    const reply = await here().begin(undefined, { redirect_uri: 'https://evil.example/Your account is locked, call us' })
    expect(reply.text).toContain(`href="${APP}/"`)
    expect(reply.text).not.toContain('account is locked')
  })

  it('shows one for a client that was switched off, and notes each refusal on the client', async () => {
    const own = await authorizing()
    await own.begin(undefined, { redirect_uri: `${APP}/nowhere` })
    await expect.poll(() => own.sql(`SELECT last_refusal FROM oidc_clients`)).toEqual([{ last_refusal: 'redirect_uri_unknown' }])
    await changeClient(own, 'wiki', { disabledAt: own.clock.now() })
    const reply = await own.begin(await own.signedUp(EMAIL))
    expect([reply.status, reply.text.includes('<code>client_disabled</code>')]).toEqual([400, true])
    await expect.poll(() => own.sql(`SELECT last_refusal FROM oidc_clients`)).toEqual([{ last_refusal: 'disabled' }])
  })
})

describe('GET /oidc/authorize with a mistake, which the application is told', () => {
  const here = shared(() => authorizing({ redirectUris: [CALLBACK] }))
  const refusal = async (path: string) => {
    const reply = await here().browser().get(path, AS_PAGE)
    expect(reply.status, path).toBe(303)
    expect(locationOf(reply).startsWith(`${CALLBACK}?error=`)).toBe(true)
    const { error, state, iss, code } = told(locationOf(reply))
    expect([iss, code]).toEqual([ISSUER, undefined])
    return { error, state }
  }

  it.each([
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['an empty one', { response_type: '' }, 'invalid_request'],
    ['implicit', { response_type: 'token' }, 'unsupported_response_type'],
    ['hybrid', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['an unknown mode', { response_mode: 'web_message' }, 'invalid_request'],
    ['the fragment', { response_mode: 'fragment' }, 'invalid_request'],
    ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
    ['the address of one', { request_uri: 'urn:x' }, 'request_uri_not_supported'],
    ['a registration', { registration: '{}' }, 'registration_not_supported'],
    ['an unknown prompt', { prompt: 'create' }, 'invalid_request'],
    ['none and another prompt', { prompt: 'none login' }, 'invalid_request'],
    ['an age that is no number', { max_age: '-1' }, 'invalid_request'],
    ['an age that is longer than a life', { max_age: '12345678901' }, 'invalid_request'],
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['a method alone', { code_challenge: undefined }, 'invalid_request'],
    ['a challenge without a method', { code_challenge_method: undefined }, 'invalid_request'],
    ['the method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a challenge that is none', { code_challenge: 'short' }, 'invalid_request'],
    ['a scope of others', { scope: 'openid organizations' }, 'invalid_scope'],
    ['a service that is not its own', { resource: 'https://api.example.com' }, 'invalid_target'],
    ['a hint that is none', { id_token_hint: 'e30.e30.e30' }, 'invalid_request'],
    ['a nonce with a control character', { nonce: 'a\u0000b' }, 'invalid_request'],
    ['more than a row has room for', { nonce: 'n'.repeat(9000) }, 'invalid_request'],
    ['a claim in a hint of ours that nobody signed', { id_token_hint: `${'a'.repeat(50)}` }, 'invalid_request'],
    ['nobody to ask', { prompt: 'none' }, 'login_required'],
  ] satisfies [string, Params, string][])('tells of %s', async (_what, params, error) => {
    expect(await refusal(asked(params))).toEqual({ error, state: 'some state' })
  })

  it.each([
    'response_type=code',
    'scope=openid',
    'nonce=x',
    'code_challenge=x',
    'prompt=login',
    'response_mode=query',
    'login_hint=x',
  ])('tells of a doubled parameter: %s', async (more) => {
    expect(await refusal(`${asked()}&${more}&${more}`)).toEqual({ error: 'invalid_request', state: 'some state' })
  })

  it('tells no state where two came, or one that no address can hold', async () => {
    expect(await refusal(`${asked()}&state=other`)).toEqual({ error: 'invalid_request', state: undefined })
    expect(await refusal(asked({ state: 'a\nb' }))).toEqual({ error: 'invalid_request', state: undefined })
  })

  it('ignores what it does not know, `claims`, and unknown scopes', async () => {
    const { signedUp, browser } = here()
    const browser1 = await signedUp('ignoring@example.com')
    const reply = await browser1.get(`${asked({ scope: 'openid something else', claims: '{}' })}&foo=1&foo=2`, AS_PAGE)
    expect(told(locationOf(reply))).toHaveProperty('code')
    expect(await refusal(asked({ scope: 'openid offline_access', prompt: 'none' }))).toMatchObject({ error: 'login_required' })
    expect((await browser().get('/oidc/authorize', AS_PAGE)).status).toBe(400)
  })

  it('tells by a form where the application wants one, to its origin alone, and a script sends it', async () => {
    const reply = await here().begin(undefined, { response_mode: 'form_post', prompt: 'none', state: '<"&\'>' })
    expect(reply.status).toBe(200)
    expect(reply.headers['content-security-policy']).toContain(`; form-action ${APP}; frame-ancestors 'none'`)
    expect(reply.headers['referrer-policy']).toBe('no-referrer')
    const { page } = await opened(reply.text)
    expect(page.action).toBe(CALLBACK)
    expect(page.values).toMatchObject({ error: 'login_required', state: '<"&\'>', iss: ISSUER })
    expect(reply.text).toContain('data-sent-at-once')
    expect(reply.text).toMatch(/<button type="submit">/)
  })

  it('refuses a form that is too long for an address, and one with more fields than a form has', async () => {
    const { browser } = here()
    const post = (raw: string) =>
      browser().post('/oidc/authorize', undefined, {
        raw,
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      })
    const [, raw = ''] = asked({ state: 's'.repeat(12_000) }).split('?')
    expect(await post(raw)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect(await post(Array.from({ length: 101 }, (_, n) => `a${n}=1`).join('&'))).toMatchObject({
      status: 400,
      body: { error: 'invalid_input' },
    })
    expect((await post('')).headers['location']).toBe('/oidc/authorize?')
  })
})

async function opened(html: string) {
  const { HtmlPage } = await import('../../../../test/support/html-page.ts')
  const [form] = new HtmlPage({ status: 200, text: html, headers: {} }, '').allForms
  if (!form) throw new Error('no form')
  return { page: form }
}

describe('PKCE', () => {
  const BARE = { code_challenge: undefined, code_challenge_method: undefined }

  it('may be left out where the client may, until it was used once', async () => {
    const here = await authorizing({ wantsPkce: false })
    const browser = await here.signedUp(EMAIL)
    expect(told(locationOf(await here.begin(browser, BARE)))).toHaveProperty('code')
    await here.sql(`UPDATE oidc_clients SET has_sent_challenge = 1`)
    expect(told(locationOf(await here.begin(browser, BARE)))).toMatchObject({ error: 'invalid_request' })
  })

  it('is demanded of every public client', async () => {
    const here = await authorizing({ kind: 'browser', wantsPkce: false })
    expect(told(locationOf(await here.begin(await here.signedUp(EMAIL), BARE)))).toMatchObject({ error: 'invalid_request' })
  })
})

describe('GET /oidc/authorize for a native application', () => {
  const here = shared(async () => {
    const made = await authorizing({
      kind: 'native',
      redirectUris: ['http://127.0.0.1/cb', 'http://[::1]/cb', 'com.example.wiki:/cb'],
    })
    await addClient(made, { id: 'web', redirectUris: ['http://127.0.0.1:3001/cb'] })
    return made
  })

  it.each(['http://127.0.0.1:51234/cb', 'http://[::1]:51234/cb', 'http://127.0.0.1/cb', 'com.example.wiki:/cb'])(
    'leads to %s',
    async (redirect_uri) => {
      const reply = await here().begin(undefined, { redirect_uri, prompt: 'none' })
      expect([reply.status, locationOf(reply).startsWith(`${redirect_uri}?error=login_required`)]).toEqual([303, true])
    },
  )

  it.each([
    'http://localhost:51234/cb',
    'http://127.0.0.1:51234/other',
    'http://127.0.0.1:51234@evil.example/cb',
    'http://127.0.0.1.evil.example/cb',
    'http://[::1]:123456/cb',
    'https://127.0.0.1:51234/cb',
    'com.example.wiki:/cb/',
    'com.example.wiki.evil:/cb',
  ])('leads not to %s', async (redirect_uri) => {
    expect((await here().begin(undefined, { redirect_uri, prompt: 'none' })).status).toBe(400)
  })

  it('takes any port for no other kind of client', async () => {
    const reply = await here().begin(undefined, { client_id: 'web', redirect_uri: 'http://127.0.0.1:3002/cb' })
    expect(reply.status).toBe(400)
  })

  it('posts no form to what is no web server', async () => {
    for (const redirect_uri of ['com.example.wiki:/cb', 'http://[::1]:5000/cb']) {
      const reply = await here().begin(undefined, { redirect_uri, response_mode: 'form_post' })
      expect([reply.status, locationOf(reply).includes('error=invalid_request')]).toEqual([303, true])
    }
  })
})

describe('GET /oidc/authorize for a visitor', () => {
  it('leads to sign in, names the application, knows the address, and leads back with a page', async () => {
    const here = await authorizing()
    await here.signedUp(EMAIL)
    const visitor = here.visitor()
    const page = await visitor.open(asked({ login_hint: EMAIL }))
    expect([page.path, page.text.includes('Sign in to continue to Wiki .')]).toEqual(['/sign-in', true])
    expect(page.address).not.toContain('ada')
    expect(page.field('email')).toMatchObject({ value: EMAIL })
    const leaving = await visitor.submit('signIn', { email: EMAIL, password: PASSWORD })
    expect([leaving.status, leaving.path]).toEqual([200, '/oidc/continue'])
    expect(told(leadsTo(leaving))).toMatchObject({ state: 'some state', iss: ISSUER, code: expect.stringMatching(/^[\w-]{43}$/) })
    expect(leaving.headers['referrer-policy']).toBe('no-referrer')
    expect(leaving.headers['content-security-policy']).toContain(`form-action 'none'`)
    const again = await visitor.open(leaving.address)
    expect([again.status, again.heading, again.links.includes(`${APP}/`)]).toEqual([410, 'This sign-in is over', true])
    expect(await here.sql(`SELECT used_at FROM oidc_codes`)).toHaveLength(1)
  })

  it('leads back after signing up as well, and after the address was confirmed', async () => {
    const here = await authorizing({}, { REQUIRE_EMAIL_VERIFICATION: 'true' })
    const visitor = here.visitor()
    const begun = await visitor.open(asked({ login_hint: 'new@example.com' }))
    const up = await visitor.open(begun.links.find((link) => link.startsWith('/sign-up')) ?? '')
    expect(up.field('email')).toMatchObject({ value: 'new@example.com' })
    const waiting = await visitor.submit('signUp', { name: 'New', email: 'new@example.com', password: PASSWORD })
    expect(waiting.path).toBe('/check-your-mail')
    const { code } = await here.mail.newest('new@example.com')
    const leaving = await visitor.submit('verify', { code })
    expect([leaving.status, leaving.path]).toEqual([200, '/oidc/continue'])
    expect(told(leadsTo(leaving))).toHaveProperty('code')
  })

  it('comes in the language that the application names, for this visit', async () => {
    const here = await authorizing()
    const visitor = here.visitor()
    const page = await visitor.open(asked({ ui_locales: 'xx fr-CA en' }))
    expect(page.html).toContain('<html lang="fr">')
    const chosen = here.visitor()
    chosen.browser.jar.set('_language', 'de')
    expect((await chosen.open(asked({ ui_locales: 'fr' }))).html).toContain('<html lang="de">')
  })

  it('goes on in the browser that began, and in no other', async () => {
    const here = await authorizing()
    const mine = here.visitor()
    const begun = await mine.open(asked())
    const back = new URL(begun.address, ISSUER).searchParams.get('returnTo') ?? ''
    const victim = here.visitor(await here.signedUp(EMAIL))
    for (const visitor of [victim, here.visitor()]) {
      const page = await visitor.open(back.replace(/^~/, ''))
      expect([page.status, page.heading]).toEqual([410, 'This sign-in is over'])
    }
    const other = here.visitor(victim.browser)
    await other.open(asked({ prompt: 'consent' }))
    expect((await other.open(back.replace(/^~/, ''))).status).toBe(410)
    expect((await other.open(back.replace(/^~/, '').replace('/oidc/continue', '/consent'))).status).toBe(410)
    expect(await here.sql(`SELECT * FROM oidc_codes`)).toEqual([])
  })

  it('waits for an hour, and then leads back to the application', async () => {
    const here = await authorizing()
    const visitor = here.visitor()
    const begun = await visitor.open(asked())
    here.clock.advance(3_600_000)
    await here.signedUp(EMAIL)
    await visitor.open(begun.address)
    const page = await visitor.submit('signIn', { email: EMAIL, password: PASSWORD })
    expect([page.status, page.links.includes(`${APP}/`)]).toEqual([410, true])
  })

  it('keeps so many requests of a browser, and no more', async () => {
    const here = await authorizing()
    const visitor = here.visitor()
    for (let n = 0; n < 34; n++) {
      here.clock.advance(1)
      await visitor.open(asked({ state: `${n}` }))
    }
    const rows = await here.sql(`SELECT params FROM oidc_requests ORDER BY created_at`)
    expect([rows.length, JSON.parse(String(rows[0]?.['params'])).state]).toEqual([32, '2'])
  })

  it('is counted apart from attempts to sign in, so that a stranger fills no table', async () => {
    const here = await authorizing({}, { RATE_LIMITS: 'true', LIMIT_ENTRY_PER_MINUTE: '3' })
    for (let n = 0; n < 3; n++) expect((await here.begin()).status).toBe(303)
    expect((await here.begin()).status).toBe(429)
    expect(await here.sql(`SELECT * FROM oidc_requests`)).toHaveLength(3)
    expect((await here.browser().post('/auth/login', { email: EMAIL, password: PASSWORD })).status).toBe(401)
    expect(told(locationOf(await here.begin(undefined, { prompt: 'none' })))).toMatchObject({ error: 'login_required' })
  })
})
