import { describe, expect, it } from 'vitest'
import { ADA } from '../../../../test/support/administered.ts'
import { declared, declaring } from '../../../../test/support/declared.ts'
import { inUse } from '../../../../test/support/in-use.ts'
import { shared } from '../../../../test/support/shared.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const NOTHING = {
  ...{ company: null, seats: null, newsletter: null, birthday: null, tags: null, zip: null },
  plan: 'free',
}

describe('GET /auth/data', () => {
  it('has the fields of owners and apps, defaults filled in, and none that is private', async () => {
    const { ada, set } = await declared()
    expect((await ada.get('/auth/data')).body).toEqual({ data: NOTHING })
    await set({ customerId: 'c-1', plan: 'pro' })
    expect((await ada.get('/auth/data')).body).toEqual({ data: { ...NOTHING, plan: 'pro' } })
  })

  it('is empty where nothing is declared, and no field can be written', async () => {
    const { signedUp } = await world()
    const ada = await signedUp()
    expect((await ada.get('/auth/data')).body).toEqual({ data: {} })
    expect((await ada.send('PATCH', '/auth/data', { data: { company: 'Acme' } })).body.error).toBe('unknown_field')
    expect((await ada.get('/auth/check?data=true')).body.data).toEqual({})
  })
})

describe('PATCH /auth/data', () => {
  const here = shared(() => declared())

  it('writes values of every type, and leaves the fields that it does not name', async () => {
    const { change, ada } = here()
    const all = {
      ...{ company: ' Acme & Söhne ', seats: 5.5, newsletter: false, birthday: '2024-02-29', tags: ['a', 'b b'], zip: '01234' },
    }
    const written = { ...NOTHING, ...all, company: 'Acme & Söhne' }
    expect((await change(all)).body).toEqual({ data: written })
    expect((await change({ seats: 6 })).body).toEqual({ data: { ...written, seats: 6 } })
    expect((await ada.get('/auth/data')).body).toEqual({ data: { ...written, seats: 6 } })
  })

  it.each([null, '', '  '])('clears with %j', async (nothing) => {
    const { change } = here()
    await change({ company: 'Acme' })
    expect((await change({ company: nothing })).body.data.company).toBeNull()
  })

  it('clears a list without entries', async () => {
    const { change } = here()
    await change({ tags: ['a'] })
    expect((await change({ tags: [] })).body.data.tags).toBeNull()
  })

  it.each([
    ['field_not_writable', 403, { plan: 'pro' }, 'plan'],
    ['field_not_writable', 403, { customerId: 'c' }, 'customerId'],
    ['field_not_writable', 403, { risk: null }, 'risk'],
    ['unknown_field', 400, { nothing: 'x' }, 'nothing'],
    ['unknown_field', 400, { constructor: 'x' }, 'constructor'],
    ['unknown_field', 400, { 'a\nb': 'x' }, 'this name'],
    ['invalid_data', 400, { company: 7 }, 'company'],
    ['invalid_data', 400, { company: 'x'.repeat(121) }, 'company must be at most 120'],
    ['invalid_data', 400, { company: 'a\nb' }, 'company'],
    ['invalid_data', 400, { company: 'a\u202eb' }, 'company'],
    ['invalid_data', 400, { company: '\u200b' }, 'company'],
    ['invalid_data', 400, { company: '\ud800' }, 'company'],
    ['invalid_data', 400, { seats: '5' }, 'seats must be a number'],
    ['invalid_data', 400, { newsletter: 'true' }, 'newsletter'],
    ['invalid_data', 400, { birthday: '2023-02-29' }, 'birthday'],
    ['invalid_data', 400, { birthday: '31.1.2026' }, 'birthday'],
    ['invalid_data', 400, { birthday: '0000-01-01' }, 'birthday'],
    ['invalid_data', 400, { tags: 'a' }, 'tags'],
    ['invalid_data', 400, { tags: ['a', 7] }, 'tags'],
    ['invalid_data', 400, { tags: [''] }, 'tags'],
    ['invalid_data', 400, { tags: Array(21).fill('a') }, 'tags must have at most 20'],
    ['invalid_data', 400, { zip: '1234' }, 'zip'],
    ['invalid_data', 400, { zip: '12345x' }, 'zip'],
  ])('refuses with %s, and nothing changes: %j', async (error, status, wrong, named) => {
    const { change, ada } = here()
    const before = (await ada.get('/auth/data')).body
    const reply = await change({ company: 'Changed', ...wrong })
    expect(reply).toMatchObject({ status, body: { error, message: expect.stringContaining(named) } })
    expect((await ada.get('/auth/data')).body).toEqual(before)
  })

  it('has 20 entries and characters, and not halves of them', async () => {
    const { change } = here()
    expect((await change({ company: '😀'.repeat(120) })).status).toBe(200)
    expect((await change({ company: '😀'.repeat(121) })).status).toBe(400)
    expect((await change({ tags: Array.from({ length: 20 }, (_, n) => `t${n}`) })).status).toBe(200)
  })

  it.each(['{"__proto__":{"plan":"pro"}}', '{"__proto__":null}', '{"company":"Changed","__proto__":"x"}'])(
    'takes the name __proto__ for none that is declared: %s',
    async (data) => {
      const { ada, adaId, root } = here()
      const before = (await ada.get('/auth/data')).body
      const headers = { 'content-type': 'application/json' }
      const refused = { status: 400, body: { error: 'unknown_field' } }
      expect(await ada.send('PATCH', '/auth/data', undefined, { raw: `{"data":${data}}`, headers })).toMatchObject(refused)
      const url = `/admin/users/${adaId}/data`
      expect(await root.send('PATCH', url, undefined, { raw: `{"data":${data}}`, headers })).toMatchObject(refused)
      expect((await ada.get('/auth/data')).body).toEqual(before)
    },
  )

  it.each([{}, { data: null }, { company: 'Acme' }, { data: [] }, { data: 'company' }])(
    'is not silent where there is nothing to write: %j',
    async (body) => {
      const { ada, adaId, root } = here()
      const refused = { status: 400, body: { error: 'invalid_json' } }
      expect(await ada.send('PATCH', '/auth/data', body)).toMatchObject(refused)
      expect(await root.send('PATCH', `/admin/users/${adaId}/data`, body)).toMatchObject(refused)
    },
  )

  it('writes to nobody who is signed out', async () => {
    const { browser } = here()
    expect((await browser().get('/auth/data')).status).toBe(401)
    expect((await browser().send('PATCH', '/auth/data', { data: { company: 'x' } })).status).toBe(401)
  })
})

describe('POST /auth/register', () => {
  it('takes what is asked for at sign-up, and refuses an owner field that is not', async () => {
    const { browser } = await world({ env: declaring() })
    const form = { email: 'ada@example.com', password: PASSWORD, name: 'Ada' }
    const refused = await browser().post('/auth/register', { ...form, data: { seats: 5 } })
    expect(refused).toMatchObject({ status: 403, body: { error: 'field_not_writable' } })
    const ada = browser()
    expect((await ada.post('/auth/register', { ...form, data: { company: 'Acme', newsletter: null } })).status).toBe(201)
    expect((await ada.get('/auth/data')).body.data).toMatchObject({ company: 'Acme', newsletter: null, plan: 'free' })
  })
})

describe('a change of data', () => {
  it('is in the audit log by the names of fields, and by no value; a change of nothing is not there', async () => {
    const { change, set, sql, adaId, rootId } = await declared()
    await change({ company: 'Secret Ltd', zip: '12345' })
    await change({ company: 'Secret Ltd' })
    await set({ customerId: 'secret-7' })
    const rows = await sql(`SELECT actor_id, metadata FROM audit_events WHERE type = 'data.changed' ORDER BY created_at, id`)
    expect(rows).toEqual([
      { actor_id: adaId, metadata: '{"fields":"company, zip"}' },
      { actor_id: rootId, metadata: '{"fields":"customerId"}' },
    ])
    const all = JSON.stringify(await sql(`SELECT * FROM audit_events`))
    expect(all).not.toMatch(/Secret Ltd|secret-7/)
  })

  it('moves the time of the account, and only where something changes', async () => {
    const { change, ada, clock } = await declared()
    clock.advance(1000)
    await change({ company: 'Acme' })
    const { updatedAt } = (await ada.get('/auth/me')).body
    expect(Date.parse(updatedAt)).toBe(clock.now())
    clock.advance(1000)
    await change({ company: 'Acme' })
    expect((await ada.get('/auth/me')).body.updatedAt).toBe(updatedAt)
  })

  it('goes with the account, and is not found any more', async () => {
    const { change, ada, sql, root } = await declared()
    await change({ seats: 7 })
    expect((await root.get('/admin/users?data.seats=7')).body.total).toBe(1)
    await ada.delete('/auth/account', { password: PASSWORD })
    expect(await sql(`SELECT * FROM account_data`)).toEqual([])
    expect(await sql(`SELECT id FROM accounts WHERE email = ?`, [ADA])).toEqual([])
    expect((await root.get('/admin/users?data.seats=7')).body.total).toBe(0)
  })
})

describe('GET /auth/check', () => {
  it('has data beside the user where it is asked for, without a statement, and in the very next request after a change', async () => {
    const here = await declared()
    const { ada, set, queries, browser } = here
    await Promise.all([inUse(here), here.outbox.idle()])
    expect((await ada.get('/auth/check')).body).not.toHaveProperty('data')
    expect((await ada.get('/auth/check?data=true')).body.data).toEqual(NOTHING)
    const before = queries()
    for (const query of ['', '?data=true', '?data=false', '']) await ada.get(`/auth/check${query}`)
    if (process.env['SESSION_CACHE'] !== 'off') expect(queries()).toBe(before)
    await set({ plan: 'pro' })
    expect((await ada.get('/auth/check?data=true')).body).toMatchObject({ user: { email: ADA }, data: { plan: 'pro' } })
    expect((await ada.get('/auth/check')).body).not.toHaveProperty('data')
    expect((await browser().get('/auth/check?data=true')).body).toMatchObject({ user: null, data: null })
    expect((await ada.get('/auth/me')).body).not.toHaveProperty('data')
  })
})

describe('4 KiB of values', () => {
  const long = { type: 'text', access: 'owner' }
  const fields = { a: long, b: long, list: { type: 'list', access: 'owner' }, other: { ...long, access: 'app', inHeaders: true } }
  const worst: readonly (readonly [string, object])[] = [
    ['plain letters', { a: 'x'.repeat(4096) }],
    ['what JSON escapes', { a: '\\"'.repeat(2048) }],
    ['combining marks', { a: `a${'\u0301'.repeat(2047)}` }],
    ['pairs of surrogates', { a: '😀'.repeat(1024) }],
    ['a list of twenty', { list: Array.from({ length: 20 }, (_, n) => String(n % 10).repeat(204)) }],
    ['two fields', { a: 'ü'.repeat(1000), b: 'ü'.repeat(1048) }],
  ]

  it.each(worst)('are written and read as they were sent: %s', async (_what, data) => {
    const { change, ada } = await declared(fields)
    expect((await change(data)).status).toBe(200)
    expect((await ada.get('/auth/data')).body.data).toMatchObject(data)
  })

  it.each([
    ['a', { a: 'x'.repeat(4097) }],
    ['b', { a: 'ü'.repeat(1024), b: 'ü'.repeat(1025) }],
    ['list', { list: Array.from({ length: 20 }, () => 'x'.repeat(205)) }],
  ])('are all there may be: the field %s is named', async (name, data) => {
    const { change, ada } = await declared(fields)
    const reply = await change(data)
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_data', message: expect.stringContaining(`${name} `) } })
    expect((await ada.get('/auth/data')).body.data).toMatchObject({ a: null, b: null, list: null })
  })

  it('count what is there already, of every tier', async () => {
    const { change, set } = await declared({ ...fields, hidden: { type: 'text', access: 'private' } })
    expect((await set({ hidden: 'x'.repeat(4000) })).status).toBe(200)
    expect((await change({ a: 'x'.repeat(97) })).body.error).toBe('invalid_data')
    expect((await change({ a: 'x'.repeat(96) })).status).toBe(200)
  })

  it('are at most 1 KiB of headers, percent-encoded: what would not fit is not written', async () => {
    const { set } = await declared(fields)
    expect((await set({ other: 'ü'.repeat(171) })).body.message).toContain('other has no room')
    expect((await set({ other: 'ü'.repeat(170) })).status).toBe(200)
  })
})
