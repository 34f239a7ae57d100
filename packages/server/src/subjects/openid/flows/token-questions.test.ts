import { describe, expect, it } from 'vitest'
import { API, application, postForm, userinfoOf } from '../../../../test/support/application.ts'
import { changeClient } from '../../../../test/support/authorizing.ts'
import { inUse } from '../../../../test/support/in-use.ts'
import { member } from '../../../../test/support/mailed-codes.ts'
import { shared } from '../../../../test/support/shared.ts'
import { world } from '../../../../test/support/world.ts'

const place = shared(() => world())
let count = 0

async function letIn(given: Parameters<typeof application>[1] = {}, more: object = {}) {
  const app = await application(place(), { id: `app-${count++}`, ...given })
  const who = await member(place(), `p${count}@example.com`)
  const { body } = await app.redeem(await app.code(who.browser, more))
  return { app, who, tokens: body }
}

describe('GET /oidc/userinfo', () => {
  it.runIf(process.env['SESSION_CACHE'] !== 'off')(
    'takes no statement for a token that was checked before, and knows a change of its client at once',
    async () => {
      const { app, who, tokens } = await letIn()
      const ask = () => userinfoOf(place(), tokens.access_token)
      expect((await ask()).body).toMatchObject({ sub: who.id, name: 'Ada' })
      await inUse(place())
      const before = place().queries()
      expect((await ask()).body).toMatchObject({ sub: who.id, name: 'Ada' })
      expect(place().queries()).toBe(before)
      await changeClient(place(), app.client.id, { scopes: ['openid'] })
      expect((await ask()).body).toEqual({ sub: who.id })
      await changeClient(place(), app.client.id, { demands: { role: 'admin' } })
      expect((await ask()).status).toBe(401)
    },
  )
})

describe('POST /oidc/introspect', () => {
  it('tells a client of its own tokens', async () => {
    const { app, who, tokens } = await letIn()
    const now = Math.floor(place().clock.now() / 1000)
    expect((await app.introspect(tokens.access_token)).body).toEqual({
      active: true,
      client_id: app.client.id,
      iss: place().config.server.publicUrl,
      sub: who.id,
      sid: expect.any(String),
      scope: 'openid profile email',
      token_type: 'Bearer',
      iat: now,
      exp: now + 3600,
    })
    expect((await app.introspect(tokens.refresh_token)).body).toMatchObject({ active: true, token_type: 'refresh_token' })
  })

  it('tells nothing of the tokens of others, of what is over and of what is none', async () => {
    const { app, tokens } = await letIn()
    const other = await application(place(), { id: `app-${count++}` })
    const nothing = { status: 200, body: { active: false } }
    for (const token of [tokens.access_token, tokens.refresh_token, 'lka_x', 'nothing', 'a.b.c', tokens.id_token])
      expect(await other.introspect(token), token).toMatchObject(nothing)
    expect(await app.introspect(tokens.id_token)).toMatchObject(nothing)
    await app.refresh(tokens.refresh_token)
    expect(await app.introspect(tokens.refresh_token)).toMatchObject(nothing)
  })

  it('tells a service of tokens that were signed for it, and of no others', async () => {
    const service = await application(place(), { id: `app-${count++}`, kind: 'service', homeUrl: API, redirectUris: [] })
    const elsewhere = await application(place(), { id: `app-${count++}`, kind: 'service', homeUrl: `${API}/x`, redirectUris: [] })
    const { tokens, who, app } = await letIn({}, { audience: API })
    expect((await service.introspect(tokens.access_token)).body).toMatchObject({ active: true, sub: who.id, aud: API })
    expect((await elsewhere.introspect(tokens.access_token)).body).toEqual({ active: false })
    await app.revoke(tokens.access_token)
    expect((await service.introspect(tokens.access_token)).body).toEqual({ active: false })
  })

  it('answers only clients with a secret', async () => {
    const { app, tokens } = await letIn({ kind: 'browser' })
    expect(await app.introspect(tokens.access_token)).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  })
})

describe('POST /oidc/revoke', () => {
  it('ends an access token alone', async () => {
    const { app, tokens } = await letIn()
    expect(await app.revoke(tokens.access_token)).toMatchObject({ status: 200, body: {} })
    expect((await userinfoOf(place(), tokens.access_token)).status).toBe(401)
    expect((await app.refresh(tokens.refresh_token)).status).toBe(200)
  })

  it('ends with a refresh token all that the client holds by it, and not the session of the person', async () => {
    const { app, who, tokens } = await letIn()
    expect((await app.revoke(tokens.refresh_token)).status).toBe(200)
    expect((await userinfoOf(place(), tokens.access_token)).status).toBe(401)
    expect((await app.refresh(tokens.refresh_token)).status).toBe(400)
    expect((await who.browser.get('/auth/me')).status).toBe(200)
  })

  it('ends the session of the application where it has one', async () => {
    const { app, who, tokens } = await letIn({}, { scopes: ['openid', 'offline_access'] })
    await app.revoke(tokens.refresh_token)
    const { sessions } = (await who.browser.get('/auth/sessions')).body
    expect(sessions).toHaveLength(1)
  })

  it('leaves a good token of another client alone and says so, as to nobody who proves nothing', async () => {
    const { app, tokens } = await letIn()
    const signed = await letIn({}, { audience: API })
    const other = await application(place(), { id: `app-${count++}` })
    const page = await application(place(), { id: `app-${count++}`, kind: 'browser' })
    for (const token of [tokens.access_token, tokens.refresh_token, signed.tokens.access_token]) {
      expect(await other.revoke(token)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
      expect(await page.revoke(token)).toMatchObject({ status: 200, body: {} })
    }
    expect((await app.introspect(tokens.access_token)).body.active).toBe(true)
    expect((await signed.app.introspect(signed.tokens.access_token)).body.active).toBe(true)
    expect((await app.refresh(tokens.refresh_token)).status).toBe(200)
  })

  it('answers alike what is none and what is over, whosever it was', async () => {
    const { app, tokens } = await letIn()
    const other = await application(place(), { id: `app-${count++}` })
    await app.revoke(tokens.refresh_token)
    for (const token of [tokens.access_token, tokens.refresh_token, tokens.id_token, 'lkr_x', 'nothing'])
      for (const who of [app, other]) expect(await who.revoke(token), token).toMatchObject({ status: 200, body: {} })
  })
})

describe('GET and POST /oidc/userinfo', () => {
  const form = (token: string, headers = {}) => postForm(place(), '/oidc/userinfo', { access_token: token }, headers)

  it('takes the token in the header, or in a form', async () => {
    const { who, tokens } = await letIn()
    const authorization = `Bearer ${tokens.access_token}`
    for (const reply of [
      await userinfoOf(place(), tokens.access_token),
      await form(tokens.access_token),
      await place().browser().post('/oidc/userinfo', undefined, { headers: { authorization } }),
    ])
      expect(reply).toMatchObject({ status: 200, body: { sub: who.id, email: who.email, email_verified: false, name: 'Ada' } })
  })

  it('never takes it in the address, and never two', async () => {
    const { tokens } = await letIn()
    expect((await place().browser().get(`/oidc/userinfo?access_token=${tokens.access_token}`)).status).toBe(401)
    const both = await form(tokens.access_token, { authorization: `Bearer ${tokens.access_token}` })
    expect(both).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })

  it('says how to prove oneself, and why a token is refused', async () => {
    const bare = await place().browser().get('/oidc/userinfo')
    expect({ status: bare.status, challenge: bare.headers['www-authenticate'] }).toEqual({ status: 401, challenge: 'Bearer' })
    const wrong = await userinfoOf(place(), `lka_${'x'.repeat(43)}`)
    expect(wrong).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } })
    const { tokens } = await letIn({}, { scopes: ['profile'] })
    expect(await userinfoOf(place(), tokens.access_token)).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
    expect(tokens.id_token).toBeUndefined()
  })

  it('takes neither the cookie of a session nor a refresh token', async () => {
    const { who, tokens } = await letIn()
    const cookie = who.browser.jar.get('app_session') ?? ''
    for (const token of [cookie, `lka_${cookie}`, tokens.refresh_token, tokens.id_token])
      expect((await userinfoOf(place(), token)).status).toBe(401)
    // Both are in memory by now, where neither may be found as the other.
    expect((await who.browser.get('/auth/me')).status).toBe(200)
    expect((await userinfoOf(place(), `lka_${cookie}`)).status).toBe(401)
    expect((await userinfoOf(place(), tokens.access_token)).status).toBe(200)
    const thief = place().browser()
    thief.jar.set('app_session', tokens.access_token.slice(4))
    expect((await thief.get('/auth/me')).status).toBe(401)
  })

  it('answers pages of any origin', async () => {
    const { tokens } = await letIn()
    const headers = { authorization: `Bearer ${tokens.access_token}`, origin: 'https://elsewhere.example' }
    const reply = await place().browser().get('/oidc/userinfo', { headers })
    expect(reply).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': '*' } })
  })

  it('ends after an hour', async () => {
    const here = await world()
    const app = await application(here)
    const who = await member(here, 'ada@example.com')
    const { body } = await app.redeem(await app.code(who.browser))
    here.clock.advance(3_599_000)
    expect((await userinfoOf(here, body.access_token)).status).toBe(200)
    here.clock.advance(1000)
    expect((await userinfoOf(here, body.access_token)).status).toBe(401)
  })
})

describe('what no route of programs takes', () => {
  const form = 'application/x-www-form-urlencoded'

  it.each([
    ['another method', 'GET', '', undefined, 405, 'This address answers POST only.'],
    ['JSON', 'POST', '{}', 'application/json', 415, 'The request must be a form in UTF-8'],
    ['another charset', 'POST', 'a=b', `${form}; charset=utf-16`, 415, 'The request must be a form in UTF-8'],
    ['a parameter twice', 'POST', 'client_id=a&client_id=a', form, 400, 'each parameter may come once'],
  ])('is told of %s as OAuth tells it, at any origin', async (_what, method, raw, type, status, text) => {
    const headers = { origin: 'https://elsewhere.example', ...(type && { 'content-type': type }) }
    const reply = await place()
      .browser()
      .send(method, '/oidc/token', undefined, { headers, ...(type && { raw }) })
    expect(reply).toMatchObject({ status, headers: { 'access-control-allow-origin': '*' } })
    expect(reply.body).toEqual({ error: 'invalid_request', error_description: expect.stringContaining(text) })
  })
})
