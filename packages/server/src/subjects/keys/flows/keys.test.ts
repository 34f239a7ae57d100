import { describe, expect, it } from 'vitest'
import { administered } from '../../../../test/support/administered.ts'
import { keyed } from '../../../../test/support/keyed.ts'
import { KEY_SCOPES } from '../../../platform/kernel/scopes.ts'
import { endpoints } from '../../index.ts'

describe('POST /admin/keys', () => {
  it('answers 201 with the key, which is shown once and stored as a hash', async () => {
    const { made, key, root, sql, auditTypes } = await keyed(['users:read', 'audit:read'])
    expect(made.status).toBe(201)
    expect(key).toMatch(/^lk_[\w-]{43}$/)
    expect(made.body.apiKey).toMatchObject({
      name: 'billing',
      scopes: ['users:read', 'audit:read'],
      lastUsedAt: null,
      revokedAt: null,
    })
    expect(JSON.stringify(await sql(`SELECT * FROM api_keys`))).not.toContain(key.slice(3))
    expect(JSON.stringify(await sql(`SELECT * FROM audit_events`))).not.toContain(key.slice(3))
    const { body } = await root.get('/admin/keys')
    expect(body).toEqual({ keys: [made.body.apiKey] })
    expect(await auditTypes()).toContain('admin.key.created')
  })

  it.each([
    ['name_required', { name: ' ', scopes: ['users:read'] }],
    ['invalid_input', { name: 'billing', scopes: [] }],
    ['invalid_input', { name: 'billing' }],
    ['invalid_input', { name: 'billing', scopes: ['users:read', 'keys:write'] }],
    ['invalid_json', { name: 'billing', scopes: 'users:read' }],
  ])('answers 400 %s to %j, and makes none', async (error, body) => {
    const { root, sql } = await administered()
    expect(await root.post('/admin/keys', body)).toMatchObject({ status: 400, body: { error } })
    expect(await sql(`SELECT id FROM api_keys`)).toEqual([])
  })

  it('answers 400 invalid_input beyond a hundred, also to many at once', async () => {
    const { root } = await administered()
    const one = () => root.post('/admin/keys', { name: 'many', scopes: ['users:read'] })
    for (let at = 0; at < 95; at++) await one()
    const replies = await Promise.all(Array.from({ length: 12 }, one))
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(7).fill(400)])
  })
})

describe('a key', () => {
  it('opens the routes of its scopes, and no others', async () => {
    const { call } = await keyed(['users:read'])
    expect((await call('GET', '/admin/users')).status).toBe(200)
    for (const [method, path] of [
      ['POST', '/admin/users'],
      ['GET', '/admin/audit-logs'],
      ['GET', '/admin/statistics'],
      ['GET', '/admin/keys'],
      ['POST', '/admin/keys'],
    ] as const)
      expect(await call(method, path, method === 'POST' ? {} : undefined)).toMatchObject({
        status: 403,
        body: { error: 'insufficient_scope' },
      })
  })

  it('opens none of the routes for keys and statistics, whatever its scopes', async () => {
    const { call, apiKey } = await keyed(KEY_SCOPES)
    for (const [method, path] of [
      ['GET', '/admin/statistics'],
      ['GET', '/admin/keys'],
      ['POST', '/admin/keys'],
      ['DELETE', `/admin/keys/${apiKey.id}`],
    ] as const)
      expect((await call(method, path, method === 'POST' ? { name: 'x', scopes: KEY_SCOPES } : undefined)).body.error).toBe(
        'insufficient_scope',
      )
  })

  it('makes no administrator, as whom its holder could make another key', async () => {
    const { call, adaId, sql } = await keyed(['users:write'])
    const eve = { email: 'eve@example.com', name: 'Eve', password: 'correct horse 1', role: 'admin' }
    for (const reply of [
      await call('POST', '/admin/users', eve),
      await call('PATCH', `/admin/users/${adaId}/role`, { role: 'admin' }),
    ])
      expect(reply).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
    expect(await sql(`SELECT email FROM accounts WHERE role = 'admin'`)).toEqual([{ email: 'root@example.com' }])
    expect((await call('POST', '/admin/users', { ...eve, role: 'user' })).status).toBe(201)
  })

  it('is the actor in the log, with its name, for the visitor it names', async () => {
    const { call, apiKey, sql, adaId } = await keyed(['users:write'])
    const visitor = { 'x-client-ip': '203.0.113.7', 'x-client-user-agent': 'Back Office/1' }
    expect((await call('PATCH', `/admin/users/${adaId}/ban`, undefined, visitor)).status).toBe(200)
    const [event] = await sql(`SELECT actor_id, ip, user_agent, metadata FROM audit_events WHERE type = 'admin.user.banned'`)
    expect(event).toEqual({ actor_id: apiKey.id, ip: '203.0.113.7', user_agent: 'Back Office/1', metadata: '{"key":"billing"}' })
  })

  it('answers 400 invalid_input for a visitor without an address', async () => {
    const { call } = await keyed(['users:read'])
    expect(await call('GET', '/admin/users', undefined, { 'x-client-ip': 'nowhere' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_input' },
    })
  })

  it('answers 400 invalid_input together with a cookie of ours', async () => {
    const { call } = await keyed(['users:read'])
    for (const cookie of ['app_session=x', 'app_refresh=x', '_2fa_challenge=x', 'app_session=x; app_session=y'])
      expect(await call('GET', '/admin/users', undefined, { cookie })).toMatchObject({
        status: 400,
        body: { error: 'invalid_input' },
      })
    expect((await call('GET', '/admin/users', undefined, { cookie: 'theirs=1' })).status).toBe(200)
  })

  it('needs no origin, no second factor and no CSRF token', async () => {
    const { call } = await keyed(['invites:write'], { REQUIRE_CSRF_TOKEN: 'false', ENABLE_INVITE: 'true' })
    expect((await call('GET', '/admin/invites', undefined, { origin: 'https://elsewhere.example' })).status).toBe(200)
  })

  it.each(['lk_', `lk_${'A'.repeat(43)}`, 'lk_x y', `lk_${'A'.repeat(44)}`])(
    'answers 401 invalid_api_key to %j',
    async (text) => {
      const { call } = await keyed(['users:read'])
      const reply = await call('GET', '/admin/users', undefined, { authorization: `Bearer ${text}` })
      expect(reply.status).toBe(401)
      expect(['invalid_api_key', 'session_expired']).toContain(reply.body.error)
    },
  )

  it('opens nothing elsewhere', async () => {
    const { call } = await keyed(KEY_SCOPES)
    expect((await call('GET', '/auth/me')).status).toBe(401)
    expect((await call('GET', '/auth/sessions')).status).toBe(401)
  })

  it('notes its last use, a minute old at most', async () => {
    const { call, root, clock } = await keyed(['users:read'])
    const lastUse = async () => (await root.get('/admin/keys')).body.keys[0].lastUsedAt
    await call('GET', '/admin/users')
    const first = new Date(clock.now()).toISOString()
    await expect.poll(lastUse).toBe(first) // written beside the answer
    clock.advance(59_000)
    await call('GET', '/admin/users')
    expect(await lastUse()).toBe(first)
    clock.advance(2000)
    await call('GET', '/admin/users')
    await expect.poll(lastUse).toBe(new Date(clock.now()).toISOString())
  })

  it('has a limit of its own, and none by address', async () => {
    const limits = { RATE_LIMITS: 'true', API_KEY_RATE_LIMIT: '5', LIMIT_GENERAL_PER_MINUTE: '100' }
    const { call, root } = await keyed(['users:read'], limits)
    for (let at = 0; at < 5; at++) expect((await call('GET', '/admin/users')).status).toBe(200)
    expect(await call('GET', '/admin/users')).toMatchObject({ status: 429, body: { error: 'rate_limit_exceeded' } })
    expect((await root.get('/admin/users')).status).toBe(200)
    const wrong = { authorization: `Bearer lk_${'A'.repeat(43)}` }
    const refused = []
    for (let at = 0; at < 105; at++) refused.push((await call('GET', '/admin/users', undefined, wrong)).status)
    expect(refused).toContain(429)
  })
})

describe('DELETE /admin/keys/{id}', () => {
  it('ends a key with the next request', async () => {
    const { call, root, apiKey, auditTypes } = await keyed(['users:read'])
    expect((await call('GET', '/admin/users')).status).toBe(200)
    expect((await root.delete(`/admin/keys/${apiKey.id}`)).status).toBe(200)
    expect(await call('GET', '/admin/users')).toMatchObject({ status: 401, body: { error: 'invalid_api_key' } })
    expect(await auditTypes()).toContain('admin.key.revoked')
    expect((await root.get('/admin/keys')).body.keys[0].revokedAt).not.toBeNull()
  })

  it('answers 404 not_found to a key that is not in use', async () => {
    const { root, apiKey } = await keyed(['users:read'])
    await root.delete(`/admin/keys/${apiKey.id}`)
    for (const id of [apiKey.id, 'nothing']) expect((await root.delete(`/admin/keys/${id}`)).status).toBe(404)
  })
})

describe('the scopes of the routes', () => {
  it('are these', () => {
    const named = Object.values(endpoints).flatMap((one) => ('scope' in one && one.scope ? [[one.route, one.scope]] : []))
    expect(Object.fromEntries(named)).toEqual({
      'GET /admin/users': 'users:read',
      'POST /admin/users': 'users:write',
      'GET /admin/users/{id}': 'users:read',
      'PATCH /admin/users/{id}/email': 'users:write',
      'PATCH /admin/users/{id}/name': 'users:write',
      'PATCH /admin/users/{id}/verify': 'users:write',
      'POST /admin/users/{id}/reset-password': 'users:write',
      'DELETE /admin/users/{id}/factors': 'users:write',
      'PATCH /admin/users/{id}/role': 'users:write',
      'PATCH /admin/users/{id}/scopes': 'users:write',
      'PATCH /admin/users/{id}/ban': 'users:write',
      'PATCH /admin/users/{id}/unban': 'users:write',
      'DELETE /admin/users/{id}': 'users:write',
      'GET /admin/users/{id}/sessions': 'users:read',
      'DELETE /admin/users/{id}/sessions': 'sessions:write',
      'DELETE /admin/users/{id}/sessions/{sessionId}': 'sessions:write',
      'POST /admin/invites': 'invites:write',
      'GET /admin/invites': 'invites:write',
      'DELETE /admin/invites/{id}': 'invites:write',
      'POST /admin/invites/{id}/resend': 'invites:write',
      'GET /admin/orgs': 'orgs:read',
      'GET /admin/orgs/{id}': 'orgs:read',
      'GET /admin/orgs/{id}/members': 'orgs:read',
      'PUT /admin/orgs/{id}/owner': 'orgs:write',
      'DELETE /admin/orgs/{id}': 'orgs:write',
      'POST /admin/keys': 'none',
      'GET /admin/keys': 'none',
      'DELETE /admin/keys/{id}': 'none',
      'GET /admin/audit-logs': 'audit:read',
      'GET /admin/audit-logs/stream': 'audit:read',
      'GET /admin/users/{id}/audit-logs': 'audit:read',
      'GET /admin/statistics': 'none',
      'GET /admin/users/{id}/data': 'data:read',
      'PATCH /admin/users/{id}/data': 'data:write',
      'GET /admin/orgs/{id}/data': 'data:read',
      'PATCH /admin/orgs/{id}/data': 'data:write',
      'GET /admin/clients': 'clients:read',
      'GET /admin/clients/{id}': 'clients:read',
      'POST /admin/clients': 'clients:write',
      'PATCH /admin/clients/{id}': 'clients:write',
      'DELETE /admin/clients/{id}': 'clients:write',
      'POST /admin/clients/{id}/secrets': 'clients:write',
      'DELETE /admin/clients/{id}/secrets': 'clients:write',
      'GET /admin/oidc/keys': 'clients:read',
      'POST /admin/oidc/keys/rotate': 'clients:write',
      'GET /admin/webhooks': 'webhooks:write',
      'POST /admin/webhooks': 'webhooks:write',
      'GET /admin/webhooks/{id}': 'webhooks:write',
      'PATCH /admin/webhooks/{id}': 'webhooks:write',
      'DELETE /admin/webhooks/{id}': 'webhooks:write',
      'POST /admin/webhooks/{id}/secret': 'webhooks:write',
      'DELETE /admin/webhooks/{id}/secret/previous': 'webhooks:write',
      'POST /admin/webhooks/{id}/test': 'webhooks:write',
      'GET /admin/webhooks/{id}/deliveries': 'webhooks:write',
      'POST /admin/webhooks/{id}/deliveries/{eventId}/retry': 'webhooks:write',
      'POST /admin/webhooks/{id}/replay': 'webhooks:write',
    })
  })
})
