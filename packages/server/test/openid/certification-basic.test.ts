import { createHash } from 'node:crypto'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, UnsecuredJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { postForm } from '../support/application.ts'
import { shared } from '../support/shared.ts'
import { PASSWORD } from '../support/world.ts'
import { answerOn, basic, certified, EMAIL, REDIRECT, type ResponseMode } from './certified.ts'

const PLANS: readonly (readonly [string, ResponseMode])[] = [
  ['oidcc-basic-certification-test-plan', 'default'],
  ['oidcc-formpost-basic-certification-test-plan', 'form_post'],
]

/** The modules of the OpenID Foundation's plans by their names, each with what it demands. */
describe.each(PLANS)('%s', (_plan, mode) => {
  const place = shared(() => certified(mode))
  const by = mode === 'default' ? 'query' : mode
  const error = async (params: Readonly<Record<string, string | undefined>>) => {
    const answer = await place().begin(params)
    return { by: answer.by, facts: answer.facts }
  }

  it('oidcc-server', async () => {
    const { begin, redeem, verified, client, config, ada } = place()
    const answer = await begin()
    expect([answer.by, answer.facts]).toEqual([by, { code: expect.any(String), state: 's-1', iss: config.server.publicUrl }])
    const { body, headers } = await redeem(answer.facts?.['code'])
    expect([body.token_type, headers['cache-control']]).toEqual(['Bearer', 'no-store'])
    const { body: me } = await ada.clone().get('/auth/me')
    const claims = await verified(body.id_token)
    expect(claims).toMatchObject({ sub: me.id, aud: client.client.id, nonce: 'n-1', sid: expect.any(String) })
    expect(claims['at_hash']).toBe(createHash('sha256').update(body.access_token).digest().subarray(0, 16).toString('base64url'))
  })

  it('oidcc-response-type-missing', async () => {
    const { facts } = await error({ response_type: undefined })
    expect(facts).toMatchObject({ error: 'invalid_request', state: 's-1' })
  })

  it('oidcc-idtoken-signature', async () => {
    const { tokens } = await place().happy()
    const { body } = await place().browser().get('/oidc/jwks')
    const { kid, alg } = decodeProtectedHeader(tokens.id_token)
    expect([alg, body.keys.some((key: { kid: string }) => key.kid === kid)]).toEqual(['RS256', true])
    const [head, , tail] = tokens.id_token.split('.')
    const forged = `${head}.${Buffer.from('{"sub":"eve"}').toString('base64url')}.${tail}`
    await expect(jwtVerify(forged, createLocalJWKSet(body))).rejects.toThrow('signature verification failed')
  })

  it('oidcc-idtoken-unsigned', async () => {
    const { body } = await place().browser().get('/.well-known/openid-configuration')
    expect(body.id_token_signing_alg_values_supported).not.toContain('none')
    const { claims } = await place().happy()
    const hint = new UnsecuredJWT(claims).encode()
    expect((await error({ prompt: 'none', id_token_hint: hint })).facts).toMatchObject({ error: 'invalid_request' })
  })

  it('oidcc-userinfo-get', async () => {
    const { happy, userinfo } = place()
    const { tokens, claims } = await happy()
    const { status, body, headers } = await userinfo(tokens.access_token)
    expect([status, body.sub, String(headers['content-type'])]).toEqual([
      200,
      claims.sub,
      expect.stringMatching(/^application\/json/),
    ])
  })

  it('oidcc-userinfo-post-header', async () => {
    const { tokens, claims } = await place().happy()
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    expect((await postForm(place(), '/oidc/userinfo', {}, headers)).body.sub).toBe(claims.sub)
    expect((await place().userinfo(tokens.access_token, 'POST')).body?.sub).toBe(claims.sub)
  })

  it('oidcc-userinfo-post-body', async () => {
    const { tokens, claims } = await place().happy()
    expect((await postForm(place(), '/oidc/userinfo', { access_token: tokens.access_token })).body.sub).toBe(claims.sub)
  })

  it('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
    expect((await place().happy({ nonce: undefined })).claims).not.toHaveProperty('nonce')
  })

  it.each([
    ['oidcc-scope-profile', 'openid profile', { name: 'Ada', updated_at: expect.any(Number) }, ['email']],
    ['oidcc-scope-email', 'openid email', { email: EMAIL, email_verified: false }, ['name']],
    ['oidcc-scope-address', 'openid address', {}, ['address']],
    ['oidcc-scope-phone', 'openid phone', {}, ['phone_number']],
    ['oidcc-scope-all', 'openid profile email address phone', { name: 'Ada', email: EMAIL }, []],
  ])('%s', async (_name, scope, there, missing) => {
    const { tokens, claims } = await place().happy({ scope })
    const { body } = await place().userinfo(tokens.access_token)
    expect(body).toMatchObject({ ...there, sub: claims.sub })
    for (const name of missing) expect(body).not.toHaveProperty(name)
  })

  it('oidcc-alternate-happy-flow', async () => {
    const { request, ada, redeem } = place()
    const reversed = new URLSearchParams([...new URL(request({ scope: 'email openid' }), 'http://x').searchParams].reverse())
    const reply = await ada.get(`/oidc/authorize?${reversed}`, { headers: { accept: 'text/html' } })
    const code =
      mode === 'default'
        ? new URL(String(reply.headers['location'])).searchParams.get('code')
        : /name="code" value="([^"]*)"/.exec(reply.text)?.[1]
    expect((await redeem(code ?? '')).body.scope.split(' ').sort()).toEqual(['email', 'openid'])
  })

  it.each([
    ['oidcc-display-page', { display: 'page' }],
    ['oidcc-display-popup', { display: 'popup' }],
    ['oidcc-ui-locales', { ui_locales: 'se' }],
    ['oidcc-claims-locales', { claims_locales: 'se' }],
    ['oidcc-login-hint', { login_hint: 'somebody@example.org' }],
    ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
    ['oidcc-ensure-request-with-acr-values-succeeds', { acr_values: '1 2' }],
    ['oidcc-claims-essential', { scope: 'openid profile', claims: '{"userinfo":{"name":{"essential":true}}}' }],
  ])('%s', async (_name, params) => {
    const { tokens, claims } = await place().happy(params)
    const { body } = await place().userinfo(tokens.access_token)
    expect([body.sub, claims['acr']]).toEqual([claims.sub, 'urn:latchkey:1'])
    if ('claims' in params) expect(body.name).toBe('Ada')
  })

  it('oidcc-prompt-login', async () => {
    const { happy, begin, redeem, verified, tick } = place()
    const first = (await happy()).claims
    tick(2)
    const { visitor, facts } = await begin({ prompt: 'login' })
    expect([facts, visitor.page.path]).toEqual([undefined, '/step-up'])
    tick()
    await visitor.submit('confirm', { password: PASSWORD })
    const { body } = await redeem(answerOn(visitor).facts?.['code'])
    const second = await verified(body.id_token)
    expect([second.sub, Number(second['auth_time']) > Number(first['auth_time'])]).toEqual([first.sub, true])
  })

  it('oidcc-prompt-none-not-logged-in', async () => {
    const { facts, by: how } = await place().begin({ prompt: 'none' }, { browser: place().browser() })
    expect([how, facts]).toEqual([by, expect.objectContaining({ error: 'login_required', state: 's-1' })])
  })

  it('oidcc-prompt-none-logged-in', async () => {
    const first = (await place().happy()).claims
    place().tick(3)
    const second = (await place().happy({ prompt: 'none' })).claims
    expect([second.sub, second['auth_time']]).toEqual([first.sub, first['auth_time']])
  })

  it('oidcc-max-age-1', async () => {
    const { happy, begin, redeem, verified, tick, clock } = place()
    const first = (await happy()).claims
    tick(2)
    const { visitor, facts } = await begin({ max_age: '1' })
    expect([facts, visitor.page.path]).toEqual([undefined, '/step-up'])
    await visitor.submit('confirm', { password: PASSWORD })
    const second = await verified((await redeem(answerOn(visitor).facts?.['code'])).body.id_token)
    expect([second['auth_time'], second['auth_time'] === first['auth_time']]).toEqual([Math.floor(clock.now() / 1000), false])
  })

  it('oidcc-max-age-10000', async () => {
    const first = (await place().happy()).claims
    place().tick()
    const second = (await place().happy({ max_age: '10000' })).claims
    expect([second['auth_time'], first['auth_time']]).toEqual([first['auth_time'], expect.any(Number)])
  })

  it('oidcc-id-token-hint', async () => {
    const { tokens, claims } = await place().happy()
    const { claims: again } = await place().happy({ prompt: 'none', id_token_hint: tokens.id_token })
    expect([again.sub, again['auth_time']]).toEqual([claims.sub, claims['auth_time']])
  })

  it('oidcc-codereuse', async () => {
    const { begin, redeem, userinfo } = place()
    const { facts } = await begin()
    const { body } = await redeem(facts?.['code'])
    expect(await redeem(facts?.['code'])).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await userinfo(body.access_token)).status).toBe(401)
  })

  it('oidcc-codereuse-30seconds', async () => {
    const { begin, redeem, userinfo, tick } = place()
    const { facts } = await begin()
    const { body } = await redeem(facts?.['code'])
    expect((await userinfo(body.access_token)).status).toBe(200)
    tick(30)
    expect(await redeem(facts?.['code'])).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await userinfo(body.access_token)).status).toBe(401)
  })

  it('oidcc-ensure-registered-redirect-uri', async () => {
    const { facts, visitor } = await place().begin({ redirect_uri: `${REDIRECT}?foo=bar` })
    expect([facts, visitor.page.status]).toEqual([undefined, 400])
  })

  it('oidcc-ensure-post-request-succeeds', async () => {
    const { ada, request } = place()
    const raw = request().replace(/^.*\?/, '')
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
      origin: 'https://suite.example.com',
    }
    const sent = await place().browser().post('/oidc/authorize', undefined, { raw, headers })
    const reply = await ada.get(String(sent.headers['location']), { headers: { accept: 'text/html' } })
    expect(`${reply.headers['location']}${reply.text}`).toMatch(
      mode === 'default' ? /^https:\/\/suite.*[?&]code=/ : /name="code"/,
    )
  })

  it('oidcc-server-client-secret-post', async () => {
    const { begin, client } = place()
    const { facts } = await begin()
    const form = { grant_type: 'authorization_code', code: facts?.['code'] ?? '', redirect_uri: REDIRECT }
    expect((await client.token(form)).status).toBe(200)
  })

  it('oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported', async () => {
    const request = new UnsecuredJWT({
      client_id: 'suite',
      scope: 'openid',
      response_type: 'code',
      redirect_uri: REDIRECT,
    }).encode()
    expect((await error({ request })).facts).toMatchObject({ error: 'request_not_supported', state: 's-1' })
  })

  it('oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported', async () => {
    const { facts } = await error({ request_uri: 'https://suite.example.com/request.jwt' })
    expect(facts).toMatchObject({ error: 'request_uri_not_supported', state: 's-1' })
  })

  it('oidcc-ensure-request-object-with-redirect-uri', async () => {
    const request = new UnsecuredJWT({ redirect_uri: REDIRECT }).encode()
    const { facts, visitor } = await place().begin({ request, redirect_uri: `${REDIRECT}/invalid` })
    expect([facts, visitor.page.status]).toEqual([undefined, 400])
  })

  it('oidcc-refresh-token', async () => {
    const { client, second, happy, verified, userinfo } = place()
    const { tokens, claims } = await happy()
    const ask = (by: typeof client, token: string) =>
      postForm(place(), '/oidc/token', { grant_type: 'refresh_token', refresh_token: token }, basic(by))
    const { body } = await ask(client, tokens.refresh_token)
    const again = await verified(body.id_token)
    for (const name of ['iss', 'sub', 'aud', 'auth_time', 'azp', 'sid']) expect(again[name]).toEqual(claims[name])
    expect([Number(again.iat) >= Number(claims.iat), (await userinfo(body.access_token)).status]).toEqual([true, 200])
    const theirs = (await happy({}, { by: second })).tokens
    expect(await ask(client, theirs.refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await ask(second, theirs.refresh_token)).status).toBe(200)
  })

  it('oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
    const { second, begin, redeem } = place()
    const verifier = 'a-verifier-of-the-suite-with-forty-three-characters'
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const { facts } = await begin({ code_challenge: challenge, code_challenge_method: 'S256' }, { by: second })
    expect((await redeem(facts?.['code'], second, { code_verifier: verifier })).status).toBe(200)
    // From now on this client needs a challenge: in a suite that begins again, it is switched off anew.
    expect((await begin({}, { by: second })).facts).toMatchObject({ error: 'invalid_request' })
  })
})
