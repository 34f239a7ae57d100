import { describe, expect, it } from 'vitest'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const ada = { email: 'ada@example.com', password: PASSWORD, name: 'Ada' }

describe('GET /auth/csrf-token', () => {
  it('answers a token and sets it as a cookie that scripts can read', async () => {
    const { browser } = await world()
    const visitor = browser()
    const reply = await visitor.get('/auth/csrf-token')
    expect(reply).toMatchObject({ status: 200, body: { csrfToken: visitor.jar.get('_csrf') } })
    expect(reply.setCookies).toEqual([`_csrf=${reply.body.csrfToken}; Path=/; SameSite=Lax`])
  })

  it('is not demanded by default', async () => {
    const { signedUp } = await world()
    expect((await (await signedUp()).post('/auth/logout')).status).toBe(200)
  })

  it('is demanded on every state-changing request when REQUIRE_CSRF_TOKEN is on', async () => {
    const { browser } = await world({ env: { REQUIRE_CSRF_TOKEN: 'true' } })
    const visitor = browser()
    expect(await visitor.post('/auth/register', ada)).toMatchObject({ status: 403, body: { error: 'csrf_token_invalid' } })
    await visitor.get('/auth/csrf-token')
    const withToken = () => ({ headers: { 'x-csrf-token': visitor.jar.get('_csrf') ?? '' } })
    expect((await visitor.post('/auth/register', ada, withToken())).status).toBe(201)
    expect((await visitor.put('/auth/name', { name: 'A' })).body.error).toBe('csrf_token_invalid')
    expect((await visitor.put('/auth/name', { name: 'A' }, withToken())).status).toBe(200)
    expect((await visitor.get('/auth/me')).status).toBe(200)
  })

  it('refuses a token that was planted, altered or made for another session', async () => {
    const { browser, signedUp } = await world({ env: { REQUIRE_CSRF_TOKEN: 'true', ALLOW_PUBLIC: 'true' } })
    const visitor = browser()
    await visitor.get('/auth/csrf-token')
    await visitor.post('/auth/register', ada, { headers: { 'x-csrf-token': visitor.jar.get('_csrf') ?? '' } })
    const attacker = await signedUp('eve@example.com')
    await attacker.get('/auth/csrf-token')
    const own = visitor.jar.get('_csrf') ?? ''
    for (const planted of [attacker.jar.get('_csrf') ?? '', 'x.y', '', '.', own.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A'))]) {
      visitor.jar.set('_csrf', planted)
      const reply = await visitor.put('/auth/name', { name: 'A' }, { headers: { 'x-csrf-token': planted } })
      expect(reply.body.error).toBe('csrf_token_invalid')
    }
  })
})
