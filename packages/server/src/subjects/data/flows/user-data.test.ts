import { describe, expect, it } from 'vitest'
import { declared, declaring } from '../../../../test/support/declared.ts'
import { backendOf, keyed } from '../../../../test/support/keyed.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

describe('GET, PATCH /admin/users/{id}/data', () => {
  it('have all tiers', async () => {
    const { set, root, ofAda, ada } = await declared()
    const data = { company: 'Acme', plan: 'pro', customerId: 'c-1', risk: 0.5 }
    expect(await set(data)).toMatchObject({ status: 200, body: { data } })
    expect((await root.get(ofAda)).body).toMatchObject({ data: { ...data, seats: null } })
    expect((await ada.get('/auth/data')).text).not.toMatch(/c-1|risk/)
  })

  it('guard a read-change-write: what has changed since is not overwritten', async () => {
    const { set, root, ofAda, change, clock } = await declared()
    const { updatedAt } = (await root.get(ofAda)).body
    const first = await set({ plan: 'pro' }, { ifUpdatedAt: updatedAt })
    expect(first.status).toBe(200)
    expect(await set({ plan: 'free' }, { ifUpdatedAt: updatedAt })).toMatchObject({
      status: 409,
      body: { error: 'data_changed' },
    })
    // In the same millisecond, and of another field.
    await change({ company: 'Acme' })
    expect((await set({ plan: 'free' }, { ifUpdatedAt: first.body.updatedAt })).status).toBe(409)
    const { updatedAt: newest, data } = (await root.get(ofAda)).body
    expect(data).toMatchObject({ plan: 'pro', company: 'Acme' })
    expect(Date.parse(newest)).toBeGreaterThan(Date.parse(first.body.updatedAt))
    clock.advance(60_000)
    expect((await set({ plan: 'free' }, { ifUpdatedAt: newest })).status).toBe(200)
    expect((await set({ plan: 'pro' })).status).toBe(200)
  })

  it('want a scope of their own, and users:write opens none of it', async () => {
    const { call, root, adaId, ...here } = await keyed(['users:read', 'users:write'], declaring())
    const url = `/admin/users/${adaId}/data`
    const refused = { status: 403, body: { error: 'insufficient_scope' } }
    expect(await call('GET', url)).toMatchObject(refused)
    expect(await call('PATCH', url, { data: { plan: 'pro' } })).toMatchObject(refused)
    expect(await call('GET', '/admin/users?data.plan=pro')).toMatchObject(refused)
    expect(await call('GET', '/admin/users?include=data')).toMatchObject(refused)
    const keyOf = async (...scopes: string[]) =>
      backendOf(here, (await root.post('/admin/keys', { name: scopes.join(), scopes })).body.key)
    const reader = await keyOf('data:read')
    expect((await reader('GET', url)).status).toBe(200)
    expect(await reader('PATCH', url, { data: {} })).toMatchObject(refused)
    expect(await reader('GET', '/admin/users?data.plan=pro')).toMatchObject(refused)
    const writer = await keyOf('data:write')
    expect((await writer('PATCH', url, { data: { plan: 'pro', customerId: 'c' } })).status).toBe(200)
    // Nobody reads by writing.
    expect((await writer('PATCH', url, { data: {} })).body.data).toEqual({})
    expect((await writer('PATCH', url, { data: { plan: 'pro' } })).body.data).toEqual({ plan: 'pro' })
    expect(await writer('GET', url)).toMatchObject(refused)
    const both = await keyOf('users:read', 'data:read')
    expect((await both('GET', '/admin/users?data.plan=pro')).body.total).toBe(1)
    expect((await both('GET', '/admin/users?include=data')).body.users).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ customerId: 'c' }) }),
    )
  })

  it('are not for users', async () => {
    const { ada, ofAda } = await declared()
    expect((await ada.get(ofAda)).body.error).toBe('forbidden')
    expect((await ada.send('PATCH', ofAda, { data: { plan: 'pro' } })).body.error).toBe('forbidden')
  })
})

describe('GET /admin/users?data.NAME=', () => {
  it('finds equal values of every searchable field, each of several, beside other filters', async () => {
    const { set, root, signedUp } = await declared()
    await signedUp('bob@example.com')
    await set({ plan: 'pro', customerId: 'c-1', seats: 5, tags: ['red', 'blue'] })
    const found = async (query: string) =>
      (await root.get(`/admin/users?${query}`)).body.users?.map(({ email }: { email: string }) => email.split('@')[0]).sort()
    expect(await found('data.customerId=c-1')).toEqual(['ada'])
    expect(await found('data.customerId=c-')).toEqual([])
    expect(await found('data.seats=5')).toEqual(['ada'])
    expect(await found('data.seats=5.0')).toEqual(['ada'])
    expect(await found('data.tags=blue')).toEqual(['ada'])
    expect(await found('data.tags=green')).toEqual([])
    expect(await found('data.plan=pro&data.tags=red')).toEqual(['ada'])
    expect(await found('data.plan=pro&data.tags=green')).toEqual([])
    expect(await found('data.plan=pro&role=admin')).toEqual([])
    expect(await found('data.plan=pro&search=ada&orderBy=updated_at')).toEqual(['ada'])
    // Whoever has no value has the default.
    expect(await found('data.plan=free')).toEqual(['bob', 'root'])
    expect(await found('data.plan=free&search=bob')).toEqual(['bob'])
    await set({ plan: null, customerId: null })
    expect(await found('data.plan=free')).toEqual(['ada', 'bob', 'root'])
    expect(await found('data.customerId=c-1')).toEqual([])
  })

  it('goes on from place to place', async () => {
    const { set, root, ada, signedUp } = await declared()
    await set({ plan: 'pro' })
    for (const name of ['b', 'c']) {
      const { id } = (await (await signedUp(`${name}@example.com`)).get('/auth/me')).body
      await root.send('PATCH', `/admin/users/${id}/data`, { data: { plan: 'pro' } })
    }
    const first = (await root.get('/admin/users?data.plan=pro&limit=2')).body
    const second = (await root.get(`/admin/users?data.plan=pro&limit=2&after=${first.next}`)).body
    expect([first.total, first.users.length, second.users.map(({ id }: { id: string }) => id)]).toEqual([
      3,
      2,
      [(await ada.get('/auth/me')).body.id],
    ])
    expect((await root.get(`/admin/users?data.plan=free&limit=2&after=${first.next}`)).body.error).toBe('invalid_input')
  })

  it.each([
    'data.company=Acme',
    'data.nothing=x',
    'data.=x',
    'data.plan=gold',
    'data.seats=many',
    'data.customerId=',
    'data.plan=pro&data.plan=free',
  ])('refuses %s', async (query) => {
    const { root } = await declared()
    expect(await root.get(`/admin/users?${query}`)).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
  })

  it('finds long values as a whole', async () => {
    const { set, root } = await declared()
    const long = 'x'.repeat(4000)
    await set({ customerId: long })
    expect((await root.get(`/admin/users?data.customerId=${long}`)).body.total).toBe(1)
    expect((await root.get(`/admin/users?data.customerId=${long.slice(1)}`)).body.total).toBe(0)
  })

  it('finds what was written before the field was searchable', async () => {
    const { set, database } = await declared({ plan: { type: 'text' } })
    await set({ plan: 'pro' })
    const later = await world({
      databaseUrl: database.url,
      env: { ...declaring({ plan: { type: 'text', searchable: true } }), DISABLE_ADMIN_TWO_FACTOR: 'true' },
    })
    const root = later.browser()
    await root.post('/auth/login', { email: 'root@example.com', password: PASSWORD })
    expect((await root.get('/admin/users?data.plan=pro')).body.total).toBe(1)
  })
})
