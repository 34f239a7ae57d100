import { describe, expect, it } from 'vitest'
import { administered } from '../../../test/support/administered.ts'
import { PASSWORD, world } from '../../../test/support/world.ts'

type Here = Awaited<ReturnType<typeof administered>>

const LAST = { status: 400, body: { error: 'last_admin' } }

/** Every way in which the administrator could go. */
const ways: readonly (readonly [route: string, go: (here: Here) => ReturnType<Here['root']['get']>])[] = [
  ['PATCH /admin/users/{id}/role', ({ root, rootId }) => root.send('PATCH', `/admin/users/${rootId}/role`, { role: 'user' })],
  ['PATCH /admin/users/{id}/ban', ({ root, rootId }) => root.send('PATCH', `/admin/users/${rootId}/ban`)],
  ['DELETE /admin/users/{id}', ({ root, rootId }) => root.delete(`/admin/users/${rootId}`)],
  ['DELETE /auth/account', ({ root }) => root.delete('/auth/account', { password: PASSWORD })],
]

describe('the last administrator who can sign in', () => {
  it.each(ways)('cannot go by %s: last_admin 400', async (_route, go) => {
    const here = await administered()
    expect(await go(here)).toMatchObject(LAST)
    expect((await here.root.get('/admin/users')).status).toBe(200)
  })

  it.each(ways)('is not protected by a colleague who is banned or has no password, on %s', async (_route, go) => {
    const here = await administered()
    await here.sql(`UPDATE accounts SET role = 'admin', banned_at = 1 WHERE id = ?`, [here.adaId])
    expect(await go(here)).toMatchObject(LAST)
    await here.sql(`UPDATE accounts SET banned_at = NULL, password_hash = NULL WHERE id = ?`, [here.adaId])
    expect(await go(here)).toMatchObject(LAST)
    // A provider that is no longer configured lets nobody in either.
    await here.sql(
      `INSERT INTO identities (issuer, subject, provider, account_id, created_at, used_at) VALUES ('https://gone.example', 's', 'gone', ?, 1, 1)`,
      [here.adaId],
    )
    expect(await go(here)).toMatchObject(LAST)
  })

  it('is found out by a few questions, however many colleagues there are', async () => {
    const here = await administered()
    const some = Array.from({ length: 300 }, (_, n) => n)
    const columns = (await here.sql(`SELECT * FROM accounts WHERE id = ?`, [here.adaId]))[0] ?? {}
    for (const n of some) {
      const row = {
        ...columns,
        id: `0000${String(n).padStart(4, '0')}-0000-7000-8000-000000000000`,
        email: `a${n}@example.com`,
        role: 'admin',
      }
      const names = Object.keys(row)
      await here.sql(`INSERT INTO accounts (${names}) VALUES (${names.map(() => '?')})`, Object.values(row))
    }
    const before = here.statements().length
    expect((await here.root.send('PATCH', `/admin/users/${here.rootId}/role`, { role: 'user' })).status).toBe(200)
    expect(here.statements().length - before).toBeLessThan(40)
  })

  it.each(ways)('may go by %s once there is another one', async (_route, go) => {
    const here = await administered()
    await here.sql(`UPDATE accounts SET role = 'admin' WHERE id = ?`, [here.adaId])
    expect((await go(here)).status).toBe(200)
  })

  it('is not whoever is banned already, has no password, or is a user', async () => {
    const { root, adaId, sql } = await administered()
    await sql(`UPDATE accounts SET role = 'admin', password_hash = NULL WHERE id = ?`, [adaId])
    expect((await root.send('PATCH', `/admin/users/${adaId}/ban`)).status).toBe(200)
    expect((await root.send('PATCH', `/admin/users/${adaId}/role`, { role: 'user' })).status).toBe(200)
    expect((await root.delete(`/admin/users/${adaId}`)).status).toBe(200)
  })

  it.each(ways.slice(0, 3))(
    'is also the only one who may do everything, but has no password at this moment, on %s',
    async (_route, go) => {
      const here = await administered()
      await here.sql(`UPDATE accounts SET password_hash = NULL WHERE id = ?`, [here.rootId])
      await here.sql(`UPDATE accounts SET role = 'admin', admin_scopes = 'users:read' WHERE id = ?`, [here.adaId])
      expect(await go(here)).toMatchObject(LAST)
      expect(await here.root.send('PATCH', `/admin/users/${here.rootId}/scopes`, { scopes: 'support' })).toMatchObject(LAST)
    },
  )

  it.each(ways.slice(0, 3))('is not one of two who may do everything and both have no password, on %s', async (_route, go) => {
    const here = await administered()
    await here.sql(`UPDATE accounts SET role = 'admin' WHERE id = ?`, [here.adaId])
    await here.sql(`UPDATE accounts SET password_hash = NULL`)
    expect((await go(here)).status).toBe(200)
  })

  it('is nobody where there is none: everybody may leave', async () => {
    const { signedUp } = await world()
    expect((await (await signedUp()).delete('/auth/account', { password: PASSWORD })).status).toBe(200)
  })

  it('is also whoever has become it while their password was checked', async () => {
    const { root, rootId, ada, adaId, hasher } = await administered()
    hasher.afterNext = async () => {
      expect((await root.send('PATCH', `/admin/users/${adaId}/role`, { role: 'admin' })).status).toBe(200)
      expect((await root.send('PATCH', `/admin/users/${rootId}/role`, { role: 'user' })).status).toBe(200)
    }
    expect(await ada.delete('/auth/account', { password: PASSWORD })).toMatchObject(LAST)
  })

  it('stays who they are when the same role is set again', async () => {
    const { root, rootId } = await administered()
    expect((await root.send('PATCH', `/admin/users/${rootId}/role`, { role: 'admin' })).status).toBe(200)
  })
})
