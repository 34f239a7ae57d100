import { describe, expect, it } from 'vitest'
import { administered } from '../../../../test/support/administered.ts'
import { backendOf } from '../../../../test/support/keyed.ts'
import { limitedAdmin } from '../../../../test/support/limited-admin.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'

const refused = { status: 403, body: { error: 'insufficient_scope' } }
const key = (scopes: readonly string[], name = 'billing') => ({ name, scopes })

/** Root, who may do everything, and Eve, who may see and change accounts. */
async function withEve() {
  const here = await administered()
  const eve = await limitedAdmin(here, 'eve@example.com', ['users:read', 'users:write'])
  const make = async (scopes: readonly string[]) => {
    const { body } = await eve.browser.post('/admin/keys', key(scopes))
    return { id: body.apiKey.id as string, call: backendOf(here, body.key) }
  }
  const limit = (scopes: unknown) => here.root.send('PATCH', `/admin/users/${eve.id}/scopes`, { scopes })
  return { ...here, eve: eve.browser, eveId: eve.id, make, limit }
}

describe('the keys of an administrator who is limited', () => {
  it('open no more than they may', async () => {
    const { eve, make } = await withEve()
    expect(await eve.post('/admin/keys', key(['users:read', 'audit:read']))).toMatchObject(refused)
    const { call } = await make(['users:read'])
    expect((await call('GET', '/admin/users')).status).toBe(200)
  })

  it('end in the same moment where they open what was taken away, and stay where not', async () => {
    const { make, limit, root, eveId } = await withEve()
    const [reads, writes] = [await make(['users:read']), await make(['users:read', 'users:write'])]
    expect((await limit(['users:read'])).status).toBe(200)
    expect((await reads.call('GET', '/admin/users')).status).toBe(200)
    expect(await writes.call('GET', '/admin/users')).toMatchObject({ status: 401, body: { error: 'invalid_api_key' } })
    const { events } = (await root.get('/admin/audit-logs?type=admin.key.revoked')).body
    expect(events.map((one: { metadata: object }) => one.metadata)).toEqual([
      { keyId: writes.id, name: 'billing', reason: 'limited' },
    ])
    await limit(['users:read', 'users:write'])
    expect((await writes.call('GET', '/admin/users')).status).toBe(401)
    expect(eveId).not.toBe('')
  })

  it('of a full administrator end as well, where they open what is not left', async () => {
    const here = await withEve()
    await here.limit('all')
    const { call } = await here.make(['audit:read'])
    expect((await call('GET', '/admin/audit-logs')).status).toBe(200)
    await here.limit('support')
    expect((await call('GET', '/admin/audit-logs')).status).toBe(401)
  })

  it('open nothing that their maker may not, even if they were not revoked', async () => {
    const { make, sql, eveId } = await withEve()
    const { call } = await make(['users:read', 'users:write'])
    await sql(`UPDATE accounts SET admin_scopes = 'users:read' WHERE id = ?`, [eveId])
    expect((await call('GET', '/admin/users')).status).toBe(200)
    expect(await call('PATCH', `/admin/users/${eveId}/name`, { name: 'X' })).toMatchObject(refused)
    expect(await call('POST', '/admin/users', { email: 'new@example.com', name: 'New' })).toMatchObject(refused)
  })

  it('are all that they can revoke, beside others of which they see what they may do themselves', async () => {
    const { root, eve, make } = await withEve()
    const of = async (scopes: readonly string[], name: string) =>
      (await root.post('/admin/keys', key(scopes, name))).body.apiKey.id
    const [within, beyond] = [await of(['users:read'], 'within'), await of(['audit:read'], 'beyond')]
    const own = await make(['users:write'])
    const seen = (await eve.get('/admin/keys')).body.keys.map(({ id }: { id: string }) => id)
    expect(seen).toEqual([own.id, within])
    for (const id of [within, beyond]) expect(await eve.delete(`/admin/keys/${id}`)).toMatchObject(refused)
    expect((await root.get('/admin/keys')).body.keys.filter((one: { revokedAt: unknown }) => one.revokedAt !== null)).toEqual([])
    expect((await eve.delete(`/admin/keys/${own.id}`)).status).toBe(200)
  })

  it('are offered in the console as far as their rights go', async () => {
    const { root, eve, make } = await withEve()
    await root.post('/admin/keys', key(['users:read'], 'of root'))
    await make(['users:write'])
    const page = await new PageVisitor(eve).open('/console/keys')
    expect([...page.html.matchAll(/name="(\w+-\w+)" type="checkbox"/g)].map(([, name]) => name)).toEqual([
      'users-read',
      'users-write',
    ])
    expect(page.allForms.filter(({ values }) => values['_action'] === 'revoke')).toHaveLength(1)
  })
})
