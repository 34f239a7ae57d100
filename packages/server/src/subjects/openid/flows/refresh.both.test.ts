import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { API, type Application, application, userinfoOf } from '../../../../test/support/application.ts'
import { type Member, member } from '../../../../test/support/mailed-codes.ts'
import { together } from '../../../../test/support/rounds.ts'
import { shared } from '../../../../test/support/shared.ts'
import { world } from '../../../../test/support/world.ts'

const invalidGrant = { status: 400, body: { error: 'invalid_grant' } }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe('POST /oidc/token with a refresh token', () => {
  const place = shared(() => world())
  let count = 0

  async function letIn(given: Parameters<typeof application>[1] = {}, scopes?: readonly string[], audience?: string) {
    const here = place()
    const app = await application(here, { id: `app-${count++}`, ...given })
    const who = await member(here, `p${count}@example.com`)
    return { ...(await again(app, who, scopes, audience)), app, who }
  }

  async function again(app: Application, { browser }: Member, scopes?: readonly string[], audience?: string) {
    const { status, body } = await app.redeem(await app.code(browser, { ...(scopes && { scopes }), audience }))
    expect(status).toBe(200)
    return { first: body }
  }

  it('rotates each time, and what it gives works', async () => {
    const { app, first } = await letIn()
    const second = await app.refresh(first.refresh_token)
    expect(second).toMatchObject({ status: 200, body: { token_type: 'Bearer', scope: 'openid profile email' } })
    expect(second.body.refresh_token).not.toBe(first.refresh_token)
    const [before, after] = [decodeJwt(first.id_token), decodeJwt(second.body.id_token)]
    expect(after).toMatchObject({ sub: before.sub, sid: before['sid'], auth_time: before['auth_time'] })
    expect(after['nonce']).toBeUndefined()
    expect((await userinfoOf(place(), second.body.access_token)).status).toBe(200)
    expect((await app.refresh(second.body.refresh_token)).status).toBe(200)
  })

  it('gives ten who come at once the very same tokens', async () => {
    const { app, first } = await letIn()
    const replies = await together(10, () => app.refresh(first.refresh_token))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(new Set(replies.map(({ body }) => `${body.access_token} ${body.refresh_token}`)).size).toBe(1)
    expect((await app.refresh(replies[0]?.body.refresh_token)).status).toBe(200)
  })

  it('gives ten who come at once the same signed token, by its id', async () => {
    const { app, first } = await letIn({}, undefined, API)
    const replies = await together(10, () => app.refresh(first.refresh_token))
    expect(new Set(replies.map(({ body }) => decodeJwt(body.access_token).jti)).size).toBe(1)
  })

  it('gives what is newest for a token that was rotated a moment ago, however often that was rotated since', async () => {
    const { app, first } = await letIn()
    let newest = first
    for (let times = 0; times < 3; times++) newest = (await app.refresh(newest.refresh_token)).body
    const late = await app.refresh(first.refresh_token)
    expect([late.body.access_token, late.body.refresh_token]).toEqual([newest.access_token, newest.refresh_token])
    expect((await app.refresh(late.body.refresh_token)).status).toBe(200)
  })

  it('gives each of those who come at once the scopes that it asks for, and one refresh token', async () => {
    const { app, first } = await letIn({}, undefined, API)
    const asked = ['openid', 'openid email', undefined, 'openid', 'openid groups']
    const replies = await together(asked.length, (n) =>
      app.refresh(first.refresh_token, { ...(asked[n] && { scope: asked[n] }) }),
    )
    const [few, more, all, same, wrong] = replies.map(({ body }) => body)
    expect([few, more, all, same].map(({ scope }) => scope)).toEqual(['openid', 'openid email', 'openid profile email', 'openid'])
    expect(wrong).toMatchObject({ error: 'invalid_scope' })
    expect(new Set([few, more, all, same].map(({ refresh_token }) => refresh_token)).size).toBe(1)
    expect(decodeJwt(few.access_token)).toMatchObject({ scope: 'openid', aud: API })
    expect((await app.introspect(more.access_token)).body).toMatchObject({ active: true, scope: 'openid email' })
  })

  it('asks those who come a moment later what the client demands, as it asks the first', async () => {
    const { app, first } = await letIn()
    await app.refresh(first.refresh_token)
    await place().sql(`UPDATE oidc_clients SET demands = ? WHERE id = ?`, ['{"role":"admin"}', app.client.id])
    expect(await app.refresh(first.refresh_token)).toMatchObject(invalidGrant)
    await place().sql(`UPDATE oidc_clients SET demands = '{}' WHERE id = ?`, [app.client.id])
    expect((await app.refresh(first.refresh_token)).status).toBe(200)
  })

  it('keeps the tokens of two tabs apart that were let in in one session', async () => {
    const { app, who, first } = await letIn()
    const { first: other } = await again(app, who)
    const rotated = await app.refresh(other.refresh_token)
    await app.refresh(rotated.body.refresh_token)
    const replies = await together(3, () => app.refresh(first.refresh_token))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('shrinks, and never grows', async () => {
    const { app, first } = await letIn()
    const less = await app.refresh(first.refresh_token, { scope: 'openid' })
    expect(less.body.scope).toBe('openid')
    expect((await userinfoOf(place(), less.body.access_token)).body).toEqual({ sub: expect.any(String) })
    expect((await app.refresh(less.body.refresh_token, { scope: 'openid groups' })).body.error).toBe('invalid_scope')
    expect((await app.refresh(less.body.refresh_token, { resource: API })).body.error).toBe('invalid_target')
    expect((await app.refresh(less.body.refresh_token)).body.scope).toBe('openid profile email')
  })

  it('leaves out what was taken from the client meanwhile', async () => {
    const { app, first } = await letIn()
    await place().sql(`UPDATE oidc_clients SET scopes = ? WHERE id = ?`, [JSON.stringify(['openid']), app.client.id])
    expect((await app.refresh(first.refresh_token)).body.scope).toBe('openid')
  })

  it('refuses the token of another client without a word, and the owner goes on', async () => {
    const { app, first } = await letIn()
    const other = await application(place(), { id: `app-${count++}` })
    expect(await other.refresh(first.refresh_token)).toMatchObject(invalidGrant)
    expect((await app.refresh(first.refresh_token)).status).toBe(200)
  })

  it('asks every time what the client demands', async () => {
    const { app, who, first } = await letIn()
    await place().sql(`UPDATE oidc_clients SET demands = ? WHERE id = ?`, ['{"role":"admin"}', app.client.id])
    expect(await app.refresh(first.refresh_token)).toMatchObject(invalidGrant)
    expect((await userinfoOf(place(), first.access_token)).status).toBe(401)
    expect((await app.introspect(first.access_token)).body).toEqual({ active: false })
    await place().sql(`UPDATE accounts SET role = 'admin' WHERE id = ?`, [who.id])
    expect((await app.refresh(first.refresh_token)).status).toBe(200)
  })

  it.each([
    ['the end of its session', (who: Member) => who.browser.clone().post('/auth/logout')],
    ['a ban', (who: Member) => place().sql(`UPDATE accounts SET banned_at = 1 WHERE id = ?`, [who.id])],
    [
      'its client being disabled',
      (_who: Member, app: Application) => place().sql(`UPDATE oidc_clients SET disabled_at = 1 WHERE id = ?`, [app.client.id]),
    ],
  ])('refuses after %s', async (_what, end) => {
    const { app, who, first } = await letIn()
    await end(who, app)
    expect((await app.refresh(first.refresh_token)).status).toBeGreaterThanOrEqual(400)
    expect((await userinfoOf(place(), first.access_token)).status).toBe(401)
  })
})

describe('an old refresh token', () => {
  it('ends the grant where an old token comes back later, and not the session of the person', async () => {
    const here = await world()
    const app = await application(here)
    const who = await member(here, 'ada@example.com')
    const { body: first } = await app.redeem(await app.code(who.browser))
    const { body } = await app.refresh(first.refresh_token)
    here.clock.advance(here.config.sessions.refreshGrace / 2)
    await app.refresh(body.refresh_token)
    here.clock.advance(here.config.sessions.refreshGrace / 2)
    expect(await app.refresh(first.refresh_token)).toMatchObject(invalidGrant)
    expect(await app.refresh(body.refresh_token)).toMatchObject(invalidGrant)
    expect((await userinfoOf(here, body.access_token)).status).toBe(401)
    expect((await who.browser.get('/auth/me')).status).toBe(200)
    const [seen] = await here.sql(
      `SELECT target_user_id FROM audit_events WHERE type = 'oidc.refresh.reuse_detected' AND target_user_id = ?`,
      [who.id],
    )
    expect(seen).toBeDefined()
  })
})

describe('an application that stays', () => {
  const OFFLINE = ['openid', 'offline_access']
  async function staying() {
    const here = await world()
    const app = await application(here)
    const who = await member(here, 'ada@example.com')
    const { body } = await app.redeem(await app.code(who.browser, { scopes: OFFLINE }))
    return { here, app, who, tokens: body }
  }

  it('has a session of its own, which is named after it and outlives that of the browser', async () => {
    const { here, app, who, tokens } = await staying()
    const other = here.browser()
    await other.post('/auth/login', { email: who.email, password: 'correct horse 1' })
    const { body } = await other.get('/auth/sessions')
    expect(body.sessions.map((one: { name?: string }) => one.name)).toContain('Grafana')
    await who.browser.post('/auth/logout')
    expect((await userinfoOf(here, tokens.access_token)).status).toBe(200)
    expect((await app.refresh(tokens.refresh_token)).status).toBe(200)
  })

  it('ends when the owner ends its session, or changes the password', async () => {
    for (const end of [
      async (who: Member) => who.browser.delete('/auth/sessions'),
      async (who: Member) =>
        who.browser.post('/auth/change-password', { oldPassword: 'correct horse 1', newPassword: 'battery staple 2' }),
    ]) {
      const { here, app, who, tokens } = await staying()
      expect((await end(who)).status).toBeLessThan(300)
      expect((await userinfoOf(here, tokens.access_token)).status).toBe(401)
      expect(await app.refresh(tokens.refresh_token)).toMatchObject(invalidGrant)
    }
  })

  it('lives on with each refresh, and not past the longest life of a session', async () => {
    const { here, app, tokens } = await staying()
    const { refreshTtl, maxLifetime } = here.config.sessions
    let { refresh_token } = tokens
    let age = 0
    const step = refreshTtl - DAY_MS
    for (; age + step < maxLifetime; age += step) {
      here.clock.advance(step)
      const { status, body } = await app.refresh(refresh_token)
      expect(status).toBe(200)
      refresh_token = body.refresh_token
    }
    here.clock.advance(maxLifetime - age)
    expect(await app.refresh(refresh_token)).toMatchObject(invalidGrant)
  })

  it('ends where nobody refreshes it for long', async () => {
    const { here, app, tokens } = await staying()
    here.clock.advance(here.config.sessions.refreshTtl)
    expect(await app.refresh(tokens.refresh_token)).toMatchObject(invalidGrant)
  })

  it('does not stay where its client may not', async () => {
    const here = await world()
    const app = await application(here, { mayStay: false })
    const who = await member(here, 'ada@example.com')
    const { body } = await app.redeem(await app.code(who.browser, { scopes: OFFLINE }))
    await who.browser.post('/auth/logout')
    expect(await app.refresh(body.refresh_token)).toMatchObject(invalidGrant)
  })

  it('has twenty sessions at most, and the one that was unused for longest makes room', async () => {
    const { here, app, who, tokens } = await staying()
    here.clock.advance(1000)
    const next = await app.redeem(await app.code(who.browser, { scopes: OFFLINE, browser: 'the next one' }))
    here.clock.advance(1000)
    const kept = await app.refresh(tokens.refresh_token)
    for (let times = 0; times < 19; times++) {
      here.clock.advance(1000)
      const code = await app.code(who.browser, { scopes: OFFLINE, browser: `browser ${times}` })
      expect((await app.redeem(code)).status).toBe(200)
    }
    expect(await app.refresh(next.body.refresh_token)).toMatchObject(invalidGrant)
    expect((await app.refresh(kept.body.refresh_token)).status).toBe(200)
    const [{ open }] = (await here.sql(`SELECT COUNT(*) AS open FROM oidc_grants WHERE ended_at IS NULL`)) as [{ open: unknown }]
    expect(Number(open)).toBe(20)
  })
})
