import { describe, expect, it } from 'vitest'
import { administered, ROOT } from '../../../test/support/administered.ts'

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
    const { root } = await administered()
    const { body } = await root.get(`/admin/users?${query}`)
    expect(body.users.map(({ email }: { email: string }) => email)).toEqual(emails)
  })

  it('shows who is banned', async () => {
    const { root, adaId } = await administered()
    await root.send('PATCH', `/admin/users/${adaId}/ban`)
    expect((await root.get('/admin/users?banned=true')).body).toMatchObject({ total: 1, users: [{ id: adaId, isBanned: true }] })
  })

  it('answers at most a hundred at once', async () => {
    const { root } = await administered()
    expect((await root.get('/admin/users?limit=101')).body.limit).toBe(100)
  })

  it.each([
    'role=king',
    'banned=yes',
    'orderBy=name',
    'orderDirection=up',
    `search=${'x'.repeat(255)}`,
    'search=a&search=b',
    'limit=x',
    'role=user&role=admin',
  ])('answers invalid_input 400 to ?%s', async (query) => {
    const { root } = await administered()
    expect(await root.get(`/admin/users?${query}`)).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
  })
})
