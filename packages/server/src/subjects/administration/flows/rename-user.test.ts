import { describe, expect, it } from 'vitest'
import { administered } from '../../../../test/support/administered.ts'

const renames = `SELECT actor_id, target_user_id FROM audit_events WHERE type = 'admin.user.renamed'`

describe('PATCH /admin/users/{id}/name', () => {
  it('changes the name, also for the search, and writes down who did it; the same name again is no change', async () => {
    const { root, rootId, ada, adaId, sql } = await administered()
    for (const name of [' Countess Lovelace ', 'Countess Lovelace'])
      expect(await root.send('PATCH', `/admin/users/${adaId}/name`, { name })).toMatchObject({ status: 200 })
    expect((await ada.get('/auth/me')).body.name).toBe('Countess Lovelace')
    expect((await root.get('/admin/users?search=countess')).body.users).toMatchObject([{ id: adaId }])
    expect(await sql(renames)).toMatchObject([{ actor_id: rootId, target_user_id: adaId }])
  })

  it.each(['', '   ', '\u200b', 'a\u0000b', 'x'.repeat(201)])('answers validation_error 400 to %j', async (name) => {
    const { root, adaId, ada, sql } = await administered()
    const answer = await root.send('PATCH', `/admin/users/${adaId}/name`, { name })
    expect(answer).toMatchObject({ status: 400, body: { error: 'validation_error' } })
    expect((await ada.get('/auth/me')).body.name).toBe('Ada')
    expect(await sql(renames)).toEqual([])
  })

  it('answers user_not_found 404', async () => {
    const { root } = await administered()
    expect(await root.send('PATCH', '/admin/users/nobody/name', { name: 'Ada' })).toMatchObject({
      status: 404,
      body: { error: 'user_not_found' },
    })
  })
})
