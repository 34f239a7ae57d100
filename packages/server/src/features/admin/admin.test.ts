import { describe, expect, it } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { PASSWORD, world } from '../../../test/world.ts'
import { endpoints } from '../index.ts'

const ROOT = 'root@example.com'

/** An administrator whose session has passed a second factor, and Ada. */
async function administered(env: Record<string, string> = {}) {
  const here = await world({ withMail: true, env })
  const signedInAsAdmin = async (email: string): Promise<Browser> => {
    await here.signedUp(email)
    await here.sql(`UPDATE accounts SET role = 'admin', verified_at = 1 WHERE email = ?`, [email])
    const admin = here.browser()
    const { body } = await admin.post('/auth/admin/login', { email, password: PASSWORD })
    const { code } = await here.mail.newest(email)
    await admin.post('/auth/2fa/verify', { challengeId: body.challengeId, code })
    return admin
  }
  const root = await signedInAsAdmin(ROOT)
  const ada = await here.signedUp()
  const idOf = async (browser: Browser) => (await browser.get('/auth/me')).body.id as string
  return { ...here, root, ada, adaId: await idOf(ada), rootId: await idOf(root), idOf, signedInAsAdmin }
}

const adminRoutes = endpoints.filter(({ auth }) => auth === 'admin').map(({ route }) => route.split(' ') as [string, string])

describe('every admin route', () => {
  it.each(adminRoutes)('%s %s wants the role, and a second factor passed in that very session', async (method, path) => {
    const { ada, browser, sql } = await administered({ ENABLE_INVITE: 'true' })
    const call = (by: Browser) =>
      by.send(method, path.replaceAll(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000'), method === 'GET' ? undefined : {})
    expect(await call(browser())).toMatchObject({ status: 401, body: { error: 'session_expired' } })
    expect(await call(ada)).toMatchObject({ status: 403, body: { error: 'forbidden' } })
    await sql(`UPDATE accounts SET role = 'admin' WHERE email = 'ada@example.com'`)
    expect(await call(ada)).toMatchObject({ status: 403, body: { error: 'two_factor_required' } })
  })

  it('is open to the role alone when DisableAdminTwoFactor is set', async () => {
    const { browser, signedUp, sql } = await world({ env: { DISABLE_ADMIN_TWO_FACTOR: 'true' } })
    await signedUp(ROOT)
    await sql(`UPDATE accounts SET role = 'admin'`)
    const admin = browser()
    await admin.post('/auth/admin/login', { email: ROOT, password: PASSWORD })
    expect((await admin.get('/admin/users')).status).toBe(200)
  })

  it('stays open across a refresh of the session', async () => {
    const { root } = await administered()
    await root.post('/auth/refresh')
    expect((await root.get('/admin/users')).status).toBe(200)
  })

  it('opens to an ordinary sign-in once it has passed a second factor', async () => {
    const { browser, mail, sql, rootId } = await administered()
    await sql(`UPDATE accounts SET two_factor_enabled_at = 1 WHERE id = ?`, [rootId])
    const visitor = browser()
    const { body } = await visitor.post('/auth/login', { email: ROOT, password: PASSWORD })
    const { code } = await mail.newest(ROOT, 2)
    await visitor.post('/auth/2fa/verify', { challengeId: body.challengeId, code })
    expect((await visitor.get('/admin/users')).status).toBe(200)
  })

  it('closes with the role, on the very next request', async () => {
    const { root, sql, rootId } = await administered()
    await sql(`UPDATE accounts SET role = 'user' WHERE id = ?`, [rootId])
    expect((await root.get('/admin/users')).body.error).toBe('forbidden')
  })
})

describe('GET /admin/users', () => {
  it('lists accounts, newest first, with how many there are', async () => {
    const { root, clock, signedUp } = await administered()
    clock.advance(1000)
    await signedUp('eve@example.com')
    const { status, body } = await root.get('/admin/users?limit=2')
    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 3, limit: 2, offset: 0 })
    expect(body.users[0]).toMatchObject({ email: 'eve@example.com', isBanned: false, orgOwnerCount: 0 })
    expect(JSON.stringify(body)).not.toContain('argon2')
  })

  it.each([
    ['search=AD', ['ada@example.com']],
    ['search=%25', []],
    ['search=_da', []],
    ['email=Ada@example.com', ['ada@example.com']],
    ['email=nonsense', []],
    ['role=admin', [ROOT]],
    ['role=user', ['ada@example.com']],
    ['banned=true', []],
    ['banned=false&orderDirection=asc&orderBy=updated_at', [ROOT, 'ada@example.com']],
    ['offset=1&orderDirection=asc', ['ada@example.com']],
  ])('filters and sorts by ?%s', async (query, emails) => {
    const { root } = await administered()
    const { body } = await root.get(`/admin/users?${query}`)
    expect(body.users.map(({ email }: { email: string }) => email)).toEqual(emails)
  })

  it.each([
    'role=king',
    'banned=yes',
    'orderBy=name',
    'orderDirection=up',
    'search=%00',
    'search=ä',
    'limit=x',
    'role=user&role=admin',
  ])('answers invalid_input 400 to ?%s', async (query) => {
    const { root } = await administered()
    expect(await root.get(`/admin/users?${query}`)).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
  })
})

describe('POST /admin/users', () => {
  const eve = { email: 'eve@example.com', name: 'Eve', password: PASSWORD }

  it('creates a verified account, which can sign in', async () => {
    const { root, browser, auditTypes } = await administered()
    const reply = await root.post('/admin/users', eve)
    expect(reply).toMatchObject({
      status: 201,
      body: { email: 'eve@example.com', name: 'Eve', role: 'user', isVerified: true },
      setCookies: [],
    })
    expect((await browser().post('/auth/login', eve)).body).toHaveProperty('session')
    expect(await auditTypes()).toContain('admin.user.created')
  })

  it('creates one without a password when none is given, and an administrator when asked to', async () => {
    const { root } = await administered()
    const { body } = await root.post('/admin/users', { email: 'eve@example.com', name: 'Eve', role: 'admin' })
    expect(body.role).toBe('admin')
    expect((await root.get(`/admin/users/${body.id}`)).body).toMatchObject({ hasPassword: false })
  })

  it.each([
    ['invalid_email', 400, { email: 'x' }],
    ['weak_password', 400, { password: 'weak' }],
    ['name_required', 400, { name: ' ' }],
    ['invalid_role', 400, { role: 'king' }],
    ['email_already_exists', 409, { email: ROOT }],
  ])('answers %s', async (error, status, change) => {
    const { root } = await administered()
    expect(await root.post('/admin/users', { ...eve, ...change })).toMatchObject({ status, body: { error } })
  })
})

describe('GET /admin/users/{id}', () => {
  it('answers the account in detail', async () => {
    const { root, adaId } = await administered()
    expect((await root.get(`/admin/users/${adaId}`)).body).toEqual({
      user: expect.objectContaining({ id: adaId, email: 'ada@example.com' }),
      hasPassword: true,
      activeSessionCount: 1,
      providers: [],
    })
  })

  it.each(['01890000-0000-7000-8000-000000000000', 'nonsense', '%00'])(
    'answers user_not_found 404 to %s, as every route of a user',
    async (id) => {
      const { root } = await administered()
      const replies = [
        await root.get(`/admin/users/${id}`),
        await root.send('PATCH', `/admin/users/${id}/role`, { role: 'user' }),
        await root.send('PATCH', `/admin/users/${id}/ban`),
        await root.send('PATCH', `/admin/users/${id}/unban`),
        await root.delete(`/admin/users/${id}`),
        await root.get(`/admin/users/${id}/sessions`),
        await root.delete(`/admin/users/${id}/sessions`),
      ]
      for (const reply of replies) expect(reply).toMatchObject({ status: 404, body: { error: 'user_not_found' } })
    },
  )
})

describe('PATCH /admin/users/{id}/role', () => {
  it('acts on the very next request, and tells the new administrator by mail where notices are on', async () => {
    const { root, adaId, ada, mail } = await administered({ SECURITY_NOTICES: 'true' })
    expect(await root.send('PATCH', `/admin/users/${adaId}/role`, { role: 'admin' })).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    })
    expect((await ada.get('/auth/me')).body.role).toBe('admin')
    expect((await mail.newest('ada@example.com')).subject).toContain('administrator')
    await root.send('PATCH', `/admin/users/${adaId}/role`, { role: 'user' })
    expect((await ada.get('/admin/users')).body.error).toBe('forbidden')
  })

  it.each(['king', '', null])('answers invalid_role 400 to %j', async (role) => {
    const { root, adaId } = await administered()
    expect(await root.send('PATCH', `/admin/users/${adaId}/role`, { role })).toMatchObject({
      status: 400,
      body: { error: 'invalid_role' },
    })
  })
})

describe('PATCH /admin/users/{id}/ban and /unban', () => {
  it('ends every session and refresh token at once, and lets the account in again afterwards', async () => {
    const { root, adaId, ada, browser, auditTypes } = await administered()
    expect((await root.send('PATCH', `/admin/users/${adaId}/ban`)).status).toBe(200)
    expect((await ada.clone().get('/auth/me')).status).toBe(401)
    expect((await ada.clone().post('/auth/refresh')).body.error).toBe('session_revoked')
    expect((await browser().post('/auth/login', { email: 'ada@example.com', password: PASSWORD })).body.error).toBe('user_banned')
    expect((await root.send('PATCH', `/admin/users/${adaId}/unban`)).status).toBe(200)
    expect((await ada.clone().get('/auth/me')).status).toBe(401)
    expect((await browser().post('/auth/login', { email: 'ada@example.com', password: PASSWORD })).status).toBe(200)
    expect(await auditTypes()).toEqual(expect.arrayContaining(['admin.user.banned', 'admin.user.unbanned']))
  })

  it('answers already_banned and not_banned 400', async () => {
    const { root, adaId } = await administered()
    expect(await root.send('PATCH', `/admin/users/${adaId}/unban`)).toMatchObject({ status: 400, body: { error: 'not_banned' } })
    await root.send('PATCH', `/admin/users/${adaId}/ban`)
    expect(await root.send('PATCH', `/admin/users/${adaId}/ban`)).toMatchObject({
      status: 400,
      body: { error: 'already_banned' },
    })
  })

  it('lets no login that was in flight through', async () => {
    const { root, adaId, browser, hasher } = await administered()
    hasher.afterNext = async () => void (await root.send('PATCH', `/admin/users/${adaId}/ban`))
    expect((await browser().post('/auth/login', { email: 'ada@example.com', password: PASSWORD })).setCookies).toEqual([])
  })
})

describe('DELETE /admin/users/{id}', () => {
  it('deletes the account, and its trail stays', async () => {
    const { root, adaId, ada } = await administered()
    expect((await root.delete(`/admin/users/${adaId}`)).status).toBe(200)
    expect((await ada.get('/auth/me')).status).toBe(401)
    const { body } = await root.get(`/admin/users/${adaId}/audit-logs`)
    expect(body.events.map(({ type }: { type: string }) => type)).toContain('admin.user.deleted')
  })
})

describe('sessions of a user', () => {
  it('GET /admin/users/{id}/sessions lists the live ones', async () => {
    const { root, adaId } = await administered()
    expect((await root.get(`/admin/users/${adaId}/sessions`)).body).toMatchObject({
      total: 1,
      limit: 20,
      offset: 0,
      sessions: [{ userId: adaId }],
    })
    expect((await root.get(`/admin/users/${adaId}/sessions?limit=x`)).body.error).toBe('invalid_input')
  })

  it('DELETE /admin/users/{id}/sessions ends them all', async () => {
    const { root, adaId, ada } = await administered()
    expect((await root.delete(`/admin/users/${adaId}/sessions`)).status).toBe(200)
    expect((await ada.get('/auth/me')).status).toBe(401)
  })

  it('DELETE /admin/users/{id}/sessions/{sessionId} ends one, of that user only', async () => {
    const { root, adaId, ada, rootId } = await administered()
    const { body: me } = await ada.get('/auth/me')
    for (const path of [`${rootId}/sessions/${me.session.id}`, `${adaId}/sessions/nonsense`, `x/sessions/${me.session.id}`]) {
      expect(await root.delete(`/admin/users/${path}`)).toMatchObject({ status: 404, body: { error: 'session_not_found' } })
    }
    expect((await root.delete(`/admin/users/${adaId}/sessions/${me.session.id}`)).status).toBe(200)
    expect((await ada.get('/auth/me')).status).toBe(401)
  })
})

describe('the last administrator', () => {
  it('cannot be demoted, banned or deleted, on no path: last_admin 400', async () => {
    const { root, rootId } = await administered()
    const replies = [
      await root.send('PATCH', `/admin/users/${rootId}/role`, { role: 'user' }),
      await root.send('PATCH', `/admin/users/${rootId}/ban`),
      await root.delete(`/admin/users/${rootId}`),
      await root.delete('/auth/account', { password: PASSWORD }),
    ]
    for (const reply of replies) expect(reply).toMatchObject({ status: 400, body: { error: 'last_admin' } })
    expect((await root.get('/admin/users')).status).toBe(200)
  })

  it('is whoever can sign in: a banned administrator, or one without a password, does not count', async () => {
    const { root, rootId, adaId, sql } = await administered()
    await sql(`UPDATE accounts SET role = 'admin', banned_at = 1 WHERE id = ?`, [adaId])
    expect((await root.delete(`/admin/users/${rootId}`)).body.error).toBe('last_admin')
    await sql(`UPDATE accounts SET banned_at = NULL, password_hash = NULL WHERE id = ?`, [adaId])
    expect((await root.delete(`/admin/users/${rootId}`)).body.error).toBe('last_admin')
    expect((await root.delete(`/admin/users/${adaId}`)).status).toBe(200)
  })

  it('remains when two ban each other at the same moment', async () => {
    const { root, rootId, signedInAsAdmin, idOf, sql } = await administered()
    const other = await signedInAsAdmin('other@example.com')
    const otherId = await idOf(other)
    for (let round = 0; round < 5; round++) {
      const replies = await Promise.all([
        root.clone().send('PATCH', `/admin/users/${otherId}/ban`),
        other.clone().send('PATCH', `/admin/users/${rootId}/ban`),
      ])
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await sql(`SELECT id FROM accounts WHERE role = 'admin' AND banned_at IS NULL`)).toHaveLength(1)
      await sql(`UPDATE accounts SET banned_at = NULL`)
      await sql(`UPDATE sessions SET revoked_at = NULL`)
    }
  })
})

describe('GET /admin/audit-logs', () => {
  it('lists events, newest first, failed logins too', async () => {
    const { root, browser, adaId } = await administered()
    await browser().post('/auth/login', { email: 'ada@example.com', password: 'typed secret 1' })
    const { body } = await root.get('/admin/audit-logs?limit=1')
    expect(body.total).toBeGreaterThan(5)
    expect(body.events[0]).toMatchObject({
      type: 'login.failed',
      success: false,
      targetUserId: adaId,
      actorId: null,
      ip: '127.0.0.1',
      metadata: {},
    })
    expect(JSON.stringify(body)).not.toContain('typed secret')
  })

  it.each([
    ['type=user.registered', 2],
    ['success=false', 0],
    ['ip=203.0.113.9', 0],
    ['from=2031-01-01', 0],
    ['to=2029-01-01T00:00:00Z', 0],
    ['from=2029-01-01&to=2031-01-01&type=logout', 0],
  ])('filters by ?%s', async (query, total) => {
    const { root } = await administered()
    expect((await root.get(`/admin/audit-logs?${query}`)).body.total).toBe(total)
  })

  it('filters by actor and target, and GET /admin/users/{id}/audit-logs is about one account', async () => {
    const { root, adaId } = await administered()
    const totals = []
    for (const path of [`audit-logs?actorId=${adaId}`, `audit-logs?targetUserId=${adaId}`, `users/${adaId}/audit-logs`]) {
      const { body } = await root.get(`/admin/${path}`)
      expect(body.events.every((event: { targetUserId: string }) => event.targetUserId === adaId)).toBe(true)
      totals.push(body.total)
    }
    expect(totals).toEqual([2, 2, 2])
  })

  it.each(['type=%00', 'actorId=x', 'targetUserId=x', 'ip=x', 'from=x', 'to=x', 'success=1', 'limit=0'])(
    'answers invalid_input 400 to ?%s',
    async (query) => {
      const { root, adaId } = await administered()
      for (const path of ['audit-logs', `users/${adaId}/audit-logs`]) {
        expect(await root.get(`/admin/${path}?${query}`)).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
      }
      expect((await root.get('/admin/users/x/audit-logs')).body.error).toBe('user_not_found')
    },
  )
})
