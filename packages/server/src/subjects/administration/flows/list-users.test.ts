import { describe, expect, it } from 'vitest'
import { administered, ROOT } from '../../../../test/support/administered.ts'
import { DAY } from '../../../../test/support/invited.ts'
import { shared } from '../../../../test/support/shared.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const asked = shared(() => administered())

/** Ada signs in with a second factor, or by a provider. */
const withProvider = shared(async () => {
  const here = await administered()
  await here.sql(`UPDATE accounts SET two_factor_enabled_at = 1 WHERE id = ?`, [here.adaId])
  await here.sql(
    `INSERT INTO identities (issuer, subject, provider, account_id, created_at, used_at) VALUES ('i', 's', 'corp', ?, 1, 1)`,
    [here.adaId],
  )
  return here
})

describe('GET /admin/users', () => {
  it('lists accounts, newest first, with how many there are', async () => {
    const { root, clock, signedUp } = await administered()
    clock.advance(1000)
    await signedUp('eve@example.com')
    const { status, body } = await root.get('/admin/users?limit=2')
    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 3, limit: 2, offset: 0 })
    expect(body.users).toHaveLength(2)
    expect(body.users[0]).toMatchObject({ email: 'eve@example.com', isBanned: false, orgOwnerCount: 0 })
    expect(JSON.stringify(body)).not.toContain('argon2')
  })

  it.each([
    ['search=ada@', ['ada@example.com']],
    ['search=', ['ada@example.com', ROOT]],
    ['email=Ada@example.com', ['ada@example.com']],
    ['email=nonsense', []],
    ['role=admin', [ROOT]],
    ['role=user', ['ada@example.com']],
    ['banned=true', []],
    ['banned=false&orderDirection=asc&orderBy=updated_at', [ROOT, 'ada@example.com']],
    ['orderDirection=desc&orderBy=created_at&role=user', ['ada@example.com']],
    ['offset=1&orderDirection=asc', ['ada@example.com']],
  ])('filters and sorts by ?%s', async (query, emails) => {
    const { root } = asked()
    const { body } = await root.get(`/admin/users?${query}`)
    expect(body.users.map(({ email }: { email: string }) => email)).toEqual(emails)
  })

  it.each([
    ['verified=true', [ROOT]],
    ['verified=false', ['ada@example.com']],
    ['twoFactor=true', ['ada@example.com']],
    ['twoFactor=false', [ROOT]],
    ['provider=corp', ['ada@example.com']],
    ['provider=corp&search=ada&verified=false&twoFactor=true&role=user&orderBy=updated_at', ['ada@example.com']],
    ['provider=corp&verified=true', []],
    ['provider=other', []],
  ])('filters by how an account signs in: ?%s', async (query, emails) => {
    const { root } = withProvider()
    const { body } = await root.get(`/admin/users?${query}`)
    expect([body.users.map(({ email }: { email: string }) => email), body.total]).toEqual([emails, emails.length])
  })

  it('says when asked for it when each signed in and was active last, also once its sessions have ended and are gone', async () => {
    const { root, ada, browser, clock, sql, adaId, purge } = await administered()
    const user = async () => (await root.get('/admin/users?search=ada&include=lastActiveAt')).body.users[0]
    const seen = async () => (await user()).lastActiveAt
    const there = browser()
    await there.post('/auth/login', { email: 'ada@example.com', password: PASSWORD })
    const at = clock.now()
    const isoAt = (passed: number) => new Date(at + passed).toISOString()
    expect(await seen()).toBe(isoAt(0))
    clock.advance(120_000)
    await ada.get('/auth/me')
    expect(await seen()).toBe(isoAt(120_000))
    await ada.post('/auth/logout')
    await there.post('/auth/logout')
    expect(await user()).toMatchObject({ lastSignInAt: isoAt(0), lastActiveAt: isoAt(120_000) })
    clock.advance(2 * DAY)
    await purge.run()
    expect(await sql(`SELECT id FROM sessions WHERE account_id = ?`, [adaId])).toEqual([])
    await root.post('/auth/refresh')
    expect(await user()).toMatchObject({ lastSignInAt: isoAt(0), lastActiveAt: isoAt(120_000) })
    const { lastSignInAt, lastActiveAt } = (await root.get(`/admin/users/${adaId}`)).body
    expect([lastSignInAt, lastActiveAt]).toEqual([isoAt(0), isoAt(120_000)])
    expect((await root.get('/admin/users?search=ada')).body.users[0]).not.toHaveProperty('lastActiveAt')
  })

  it('shows who is banned', async () => {
    const { root, adaId } = await administered()
    await root.send('PATCH', `/admin/users/${adaId}/ban`)
    expect((await root.get('/admin/users?banned=true')).body).toMatchObject({ total: 1, users: [{ id: adaId, isBanned: true }] })
  })

  it('answers at most a hundred at once', async () => {
    const { root } = asked()
    expect((await root.get('/admin/users?limit=101')).body.limit).toBe(100)
  })

  it.each([
    'role=king',
    'banned=yes',
    'verified=yes',
    'twoFactor=1',
    'provider=%00',
    'orderBy=name',
    'orderDirection=up',
    `search=${'x'.repeat(255)}`,
    'search=a&search=b',
    'limit=x',
    'after=x',
    'role=user&role=admin',
  ])('answers invalid_input 400 to ?%s', async (query) => {
    const { root } = asked()
    expect(await root.get(`/admin/users?${query}`)).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
  })
})

describe('pages of accounts', () => {
  it('go on behind the last one while accounts come and go', async () => {
    const { root, clock, signedUp, sql } = await administered()
    for (let n = 0; n < 6; n++) {
      clock.advance(1000)
      await signedUp(`u${n}@example.com`)
    }
    const emails = (body: { users: { email: string }[] }) => body.users.map(({ email }) => email)
    const first = (await root.get('/admin/users?limit=3')).body
    expect(emails(first)).toEqual(['u5@example.com', 'u4@example.com', 'u3@example.com'])
    clock.advance(1000)
    await signedUp('new@example.com')
    await sql(`DELETE FROM accounts WHERE email IN ('u3@example.com', 'u1@example.com')`)
    const second = (await root.get(`/admin/users?limit=3&after=${first.next}`)).body
    expect(second).toMatchObject({ total: 7, limit: 3, offset: 3 })
    expect(emails(second).slice(0, 2)).toEqual(['u2@example.com', 'u0@example.com'])
    const third = (await root.get(`/admin/users?limit=3&after=${second.next}`)).body
    expect(new Set([...emails(second), ...emails(third)])).toEqual(
      new Set(['u2@example.com', 'u0@example.com', 'ada@example.com', ROOT]),
    )
    expect(third).not.toHaveProperty('next')
  })

  it('are counted to 10,000, and reached by an offset further than that where an index leads there', async () => {
    const { root, sql, clock } = await administered()
    await sql(
      `INSERT INTO accounts (id, email, name, words_of, role, credential_version, created_at, updated_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10001)
       SELECT substr(CAST(100000000 + i AS TEXT), 2) || '-0000-7000-8000-000000000000', 'a' || CAST(i AS TEXT) || '@example.net', 'A',
         'a' || CAST(i AS TEXT) || '@example.net A', 'user', 1, ${clock.now() - 31_536_000_000} + i, ${clock.now()} - i FROM n`,
    )
    await sql(
      `INSERT INTO account_words (account_id, word, shared, created_at)
       SELECT id, 'example net ', 0, created_at FROM accounts WHERE email LIKE 'a%@example.net'`,
    )
    const far = (await root.get('/admin/users?offset=10001&orderDirection=asc')).body
    expect(far.users.at(-1).email).toBe('ada@example.com')
    expect((await root.get('/admin/users?offset=20000&orderBy=updated_at')).body.users).toEqual([])
    for (const query of ['role=user', 'banned=false&orderBy=updated_at', 'search=example.net', 'search=example.net&role=user']) {
      const { body } = await root.get(`/admin/users?limit=1&${query}`)
      expect(body, query).toMatchObject({ total: 10_000, totalIsCapped: true, users: [expect.anything()] })
      const beyond = await root.get(`/admin/users?offset=10001&${query}`)
      expect(beyond, query).toMatchObject({ status: 400, body: { message: expect.stringContaining('after') } })
    }
    expect((await root.get('/admin/users?search=example.net&offset=10000')).body.users).toHaveLength(1)
    expect((await root.get('/admin/users?role=admin&offset=10001')).body).toMatchObject({ total: 1, users: [] })
  })
})
