import { describe, expect, it } from 'vitest'
import { declared, declaring } from '../../../test/support/declared.ts'
import { PASSWORD, world } from '../../../test/support/world.ts'

const TEXT = { plan: { type: 'text', access: 'owner', searchable: true }, other: { type: 'text', access: 'owner' } }

/** Ada's values, as a service with another declaration sees them. */
async function declaredAnew(fields: object) {
  const before = await declared(TEXT)
  await before.change({ plan: 'pro', other: 'kept' })
  const { database } = before
  const here = await world({ databaseUrl: database.url, env: { ...declaring(fields), DISABLE_ADMIN_TWO_FACTOR: 'true' } })
  const [ada, root] = [here.browser(), here.browser()]
  await ada.post('/auth/login', { email: 'ada@example.com', password: PASSWORD })
  await root.post('/auth/login', { email: 'root@example.com', password: PASSWORD })
  return { ...before, ada, root, change: (data: object) => ada.send('PATCH', '/auth/data', { data }) }
}

describe('a field', () => {
  it('that is taken out is invisible, and its values are kept whatever else is written', async () => {
    const { ada, change, stored, ofAda, root } = await declaredAnew({ other: TEXT.other })
    expect((await ada.get('/auth/data')).body.data).toEqual({ other: 'kept' })
    expect((await change({ plan: 'x' })).body.error).toBe('unknown_field')
    await change({ other: 'changed' })
    expect((await root.get(ofAda)).body.data).toEqual({ other: 'changed' })
    expect(await stored()).toEqual({ plan: 'pro', other: 'changed' })
    expect((await root.get('/admin/users?data.plan=pro')).body.error).toBe('invalid_input')
  })

  it('that is renamed begins empty, and has its old values under the old name', async () => {
    const { ada, change, stored } = await declaredAnew({ tier: TEXT.plan })
    expect((await ada.get('/auth/data')).body.data).toEqual({ tier: null })
    await change({ tier: 'pro' })
    expect(await stored()).toEqual({ plan: 'pro', other: 'kept', tier: 'pro' })
  })

  it.each([
    ['number', { type: 'number' }, null, 7],
    ['boolean', { type: 'boolean' }, null, true],
    ['date', { type: 'date' }, null, '2026-01-31'],
    ['list', { type: 'list' }, null, ['a']],
    ['choice', { type: 'choice', choices: ['free'], default: 'free' }, 'free', 'free'],
    ['number with a default', { type: 'number', default: 7 }, 7, 8],
    ['boolean with a default', { type: 'boolean', default: true }, true, false],
    ['date with a default', { type: 'date', default: '2026-01-31' }, '2026-01-31', '2026-02-01'],
    ['list with a default', { type: 'list', default: ['a'] }, ['a'], ['b']],
    ['choice that has the value', { type: 'choice', choices: ['pro'] }, 'pro', 'pro'],
    ['shorter text', { type: 'text', maxLength: 2 }, null, 'ab'],
    ['text of a pattern', { type: 'text', pattern: '[0-9]+' }, null, '1'],
  ])(
    'that is a %s now shows what fits, is never found by what does not, and is written anew',
    async (_type, field, seen, next) => {
      const { ada, change, root } = await declaredAnew({ plan: { ...TEXT.plan, ...field } })
      for (const path of ['/auth/data', '/auth/check?data=true']) expect((await ada.get(path)).body.data.plan).toEqual(seen)
      const found = await root.get('/admin/users?data.plan=pro')
      if (seen === 'pro') expect(found.body.total).toBe(1)
      else expect(found.body.total ?? 0).toBe(0)
      // Root has no value either.
      if (seen !== null && seen !== 'pro') expect((await root.get(`/admin/users?data.plan=${seen}`)).body.total).toBe(2)
      expect((await ada.get('/account')).status).toBe(200)
      expect((await root.get('/console/users.csv')).status).toBe(200)
      expect((await change({ plan: next })).body.data.plan).toEqual(next)
      expect((await ada.get('/auth/data')).body.data.plan).toEqual(next)
      expect((await change({ plan: null })).status).toBe(200)
    },
  )

  it.each([
    [{ type: 'number' }, 5, { type: 'list', default: ['x'] }],
    [{ type: 'boolean' }, true, { type: 'list', default: ['x'] }],
    [{ type: 'text' }, 'z'.repeat(300), { type: 'list', default: ['x'] }],
    [{ type: 'list' }, ['z'.repeat(300)], { type: 'text', default: 'x' }],
    [{ type: 'number' }, -1, { type: 'text', default: 'x' }],
    [{ type: 'list' }, ['2'], { type: 'number', default: 7 }],
    [{ type: 'date' }, '2026-01-31', { type: 'number', default: 7 }],
    [{ type: 'text' }, '31.01.2026', { type: 'date', default: '2026-01-31' }],
    [{ type: 'choice', choices: ['a', 'b'] }, 'a', { type: 'choice', choices: ['b'], default: 'b' }],
  ])('of %j with the value %j is found by its default once it is %j', async (was, value, now) => {
    const here = await declared({ field: { ...was, searchable: true } })
    await here.set({ field: value })
    const env = { ...declaring({ field: { ...now, searchable: true } }), DISABLE_ADMIN_TWO_FACTOR: 'true' }
    const root = (await world({ databaseUrl: here.database.url, env })).browser()
    await root.post('/auth/login', { email: 'root@example.com', password: PASSWORD })
    expect((await root.get(here.ofAda)).body.data.field).toEqual(now.default)
    const { users } = (await root.get(`/admin/users?data.field=${[now.default].flat().join()}`)).body
    expect(users.map(({ email }: { email: string }) => email)).toContain('ada@example.com')
  })

  it('whose values another hand has written is no failure', async () => {
    const { ada, sql, change } = await declared(TEXT)
    for (const text of ['{', '[]', '7', 'null', '{"plan":{"a":1}}', '{"plan":"a\\u0000b"}', '{"__proto__":{"plan":"x"}}']) {
      await sql(`UPDATE accounts SET data = ?`, [text])
      await ada.post('/auth/refresh')
      expect([text, (await ada.get('/auth/data')).body.data]).toEqual([text, { plan: null, other: null }])
    }
    expect((await change({ plan: 'pro' })).status).toBe(200)
  })
})
