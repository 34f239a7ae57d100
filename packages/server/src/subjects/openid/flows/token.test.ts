import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { API, application, CALLBACK, PROOF, postForm, userinfoOf, VERIFIER } from '../../../../test/support/application.ts'
import { changeClient } from '../../../../test/support/authorizing.ts'
import { member } from '../../../../test/support/mailed-codes.ts'
import { shared } from '../../../../test/support/shared.ts'
import { type World, world } from '../../../../test/support/world.ts'

const invalidGrant = { status: 400, body: { error: 'invalid_grant' } }

let people = 0
const somebody = (here: World) => member(here, `p${people++}@example.com`)

describe('POST /oidc/token with a code', () => {
  const place = shared(() => world())
  let apps = 0
  const signedIn = async (given: Parameters<typeof application>[1] = {}) => {
    const app = await application(place(), { id: `app-${apps++}`, ...given })
    return { app, who: await somebody(place()) }
  }

  it('gives an opaque token, one to refresh it and an id_token that says who, when and how', async () => {
    const { app, who } = await signedIn()
    const { status, body, headers } = await app.redeem(await app.code(who.browser))
    expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: 'no-store' })
    expect(body).toEqual({
      access_token: expect.stringMatching(/^lka_[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^lkr_[\w-]{43}$/),
      id_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'openid profile email',
    })
    expect(decodeProtectedHeader(body.id_token)).toMatchObject({ alg: 'ES256', typ: 'JWT' })
    expect(decodeJwt(body.id_token)).toMatchObject({
      iss: place().config.server.publicUrl,
      sub: who.id,
      aud: app.client.id,
      nonce: 'once',
      auth_time: PROOF.at / 1000,
      acr: PROOF.acr,
      amr: PROOF.amr,
      email: who.email,
      name: 'Ada',
    })
    expect((await userinfoOf(place(), body.access_token)).body).toMatchObject({ sub: who.id, email: who.email })
  })

  it('leaves out the scope where there is none, in every answer', async () => {
    const { app, who } = await signedIn()
    const { body } = await app.redeem(await app.code(who.browser, { scopes: [] }))
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'refresh_token', 'token_type'])
    expect((await app.refresh(body.refresh_token)).body).not.toHaveProperty('scope')
    expect((await app.introspect(body.access_token)).body).not.toHaveProperty('scope')
    const signed = await app.redeem(await app.code(who.browser, { scopes: [], audience: API }))
    expect(decodeJwt(signed.body.access_token)).not.toHaveProperty('scope')
  })

  it('refuses a second use, and ends what the first one gave', async () => {
    const { app, who } = await signedIn()
    const code = await app.code(who.browser)
    const { body } = await app.redeem(code)
    expect(await app.redeem(code)).toMatchObject(invalidGrant)
    expect((await userinfoOf(place(), body.access_token)).status).toBe(401)
    expect(await app.refresh(body.refresh_token)).toMatchObject(invalidGrant)
    expect((await who.browser.get('/auth/me')).status).toBe(200)
  })

  it.each([
    ['another address', { redirect_uri: `${CALLBACK}/` }],
    ['a wrong verifier', { code_verifier: `${VERIFIER}2` }],
    ['no verifier', { code_verifier: '' }],
    ['a wrong secret', { client_secret: 'lks_wrong' }],
  ])('spends nothing for %s', async (_what, mistake) => {
    const { app, who } = await signedIn()
    const code = await app.code(who.browser)
    expect((await app.redeem(code, mistake)).status).toBeGreaterThanOrEqual(400)
    expect((await app.redeem(code)).status).toBe(200)
  })

  it('ends nothing where a code that was used comes again without its proof', async () => {
    const { app, who } = await signedIn()
    const code = await app.code(who.browser)
    const { body } = await app.redeem(code)
    expect(await app.redeem(code, { code_verifier: `${VERIFIER}2` })).toMatchObject(invalidGrant)
    expect((await userinfoOf(place(), body.access_token)).status).toBe(200)
  })

  it('refuses a verifier where there was no challenge, and no challenge where one is demanded', async () => {
    const lax = await signedIn({ wantsPkce: false })
    const code = await lax.app.code(lax.who.browser, { challenge: undefined })
    expect(await lax.app.redeem(code)).toMatchObject(invalidGrant)
    const { code_verifier: _, ...without } = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: '' }
    expect((await lax.app.token(without)).status).toBe(200)
    for (const given of [{}, { wantsPkce: false, hasSentChallenge: true }, { kind: 'native', wantsPkce: false }] as const) {
      const { app, who } = await signedIn(given)
      const bare = await app.code(who.browser, { challenge: undefined })
      expect(await app.token({ ...without, code: bare })).toMatchObject(invalidGrant)
    }
  })

  it('asks once more what the client demands of the person, and spends nothing where that is missing', async () => {
    const { app, who } = await signedIn()
    const code = await app.code(who.browser)
    await changeClient(place(), app.client.id, { demands: { role: 'admin' } })
    expect(await app.redeem(code)).toMatchObject(invalidGrant)
    await changeClient(place(), app.client.id, { demands: {} })
    expect((await app.redeem(code)).status).toBe(200)
  })

  it('refuses the code of another client, one that has expired and one of a session that has ended', async () => {
    const [{ app, who }, other] = [await signedIn(), await signedIn()]
    const code = await app.code(who.browser)
    expect(await other.app.redeem(code)).toMatchObject(invalidGrant)
    const now = place().clock.now()
    expect(await app.redeem(await app.code(who.browser, { expiresAt: now }))).toMatchObject(invalidGrant)
    const left = await app.code(who.browser)
    await who.browser.post('/auth/logout')
    expect(await app.redeem(left)).toMatchObject(invalidGrant)
  })

  it('signs a token for a service that the client was allowed, good for ten minutes, and not here', async () => {
    const { app, who } = await signedIn()
    const { body } = await app.redeem(await app.code(who.browser, { audience: API }))
    expect(body.expires_in).toBe(600)
    expect(decodeProtectedHeader(body.access_token)).toMatchObject({ typ: 'at+jwt' })
    expect(decodeJwt(body.access_token)).toMatchObject({
      iss: place().config.server.publicUrl,
      aud: API,
      sub: who.id,
      client_id: app.client.id,
      scope: 'openid profile email',
    })
    expect((await userinfoOf(place(), body.access_token)).status).toBe(401)
    expect((await app.introspect(body.access_token)).body).toMatchObject({ active: true, aud: API })
    await who.browser.post('/auth/logout')
    expect((await app.introspect(body.access_token)).body).toEqual({ active: false })
  })

  it('refuses a service that was not asked for when the person was', async () => {
    const { app, who } = await signedIn()
    const code = await app.code(who.browser)
    expect(await app.redeem(code, { resource: API })).toMatchObject({ status: 400, body: { error: 'invalid_target' } })
  })

  it('keeps one grant for a session, however often its application is let in', async () => {
    const { app, who } = await signedIn()
    const sids = new Set<unknown>()
    for (let times = 0; times < 3; times++)
      sids.add(decodeJwt((await app.redeem(await app.code(who.browser))).body.id_token)['sid'])
    expect(sids.size).toBe(1)
  })
})

describe('POST /oidc/token', () => {
  it('names what is missing, and what it does not know', async () => {
    const here = await world()
    const app = await application(here)
    const said = async (form: Readonly<Record<string, string>>) => (await app.token(form)).body
    expect(await said({})).toEqual({ error: 'invalid_request', error_description: 'grant_type is missing.' })
    expect(await said({ grant_type: 'password' })).toMatchObject({ error: 'unsupported_grant_type' })
    expect(await said({ grant_type: 'toString' })).toMatchObject({ error: 'unsupported_grant_type' })
    expect(await said({ grant_type: 'refresh_token' })).toMatchObject({ error: 'invalid_request' })
    expect(await said({ grant_type: 'client_credentials' })).toMatchObject({ error: 'unauthorized_client' })
    const twice = await here.browser().post('/oidc/token', undefined, {
      raw: 'grant_type=refresh_token&grant_type=refresh_token&client_id=grafana',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(twice).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect(twice.body.error_description).toContain('each parameter may come once')
  })

  it('gives a service a token of its own, with nothing to refresh it', async () => {
    const here = await world()
    const app = await application(here, { kind: 'service', scopes: ['reports'], redirectUris: [] })
    const { status, body } = await app.token({ grant_type: 'client_credentials' })
    expect({ status, body }).toEqual({
      status: 200,
      body: { access_token: expect.stringMatching(/^lka_/), token_type: 'Bearer', expires_in: 3600, scope: 'reports' },
    })
    expect((await app.introspect(body.access_token)).body).toMatchObject({ active: true, sub: 'grafana', client_id: 'grafana' })
    expect((await userinfoOf(here, body.access_token)).status).toBe(401)
    const signed = await app.token({ grant_type: 'client_credentials', resource: API })
    expect(decodeJwt(signed.body.access_token)).toMatchObject({ aud: API, sub: 'grafana' })
    expect(await app.token({ grant_type: 'client_credentials', scope: 'reports openid' })).toMatchObject({
      body: { error: 'invalid_scope' },
    })
    expect(await app.token({ grant_type: 'client_credentials', resource: 'https://elsewhere.example' })).toMatchObject({
      body: { error: 'invalid_target' },
    })
    expect((await app.revoke(body.access_token)).status).toBe(200)
    expect((await app.introspect(body.access_token)).body).toEqual({ active: false })
  })

  it('does not answer who is no client', async () => {
    const here = await world()
    const form = { grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'lks_x' }
    expect(await postForm(here, '/oidc/token', form)).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  })
})
