import { describe, expect, it } from 'vitest'
import { idOf, signedInAsAdmin } from '../../../../test/support/administered.ts'
import { keyed } from '../../../../test/support/keyed.ts'
import { KEY_SCOPES } from '../../../platform/kernel/scopes.ts'

const acts = (id: string, sessionId: string) =>
  [
    ['PATCH', `/admin/users/${id}/role`, { role: 'user' }],
    ['PATCH', `/admin/users/${id}/ban`, {}],
    ['PATCH', `/admin/users/${id}/unban`, undefined],
    ['PATCH', `/admin/users/${id}/email`, { email: 'new@example.com' }],
    ['PATCH', `/admin/users/${id}/name`, { name: 'Mallory' }],
    ['PATCH', `/admin/users/${id}/verify`, undefined],
    ['POST', `/admin/users/${id}/reset-password`, undefined],
    ['DELETE', `/admin/users/${id}/factors`, undefined],
    ['DELETE', `/admin/users/${id}/sessions`, undefined],
    ['DELETE', `/admin/users/${id}/sessions/${sessionId}`, undefined],
    ['DELETE', `/admin/users/${id}`, undefined],
  ] as const

const refused = { status: 403, body: { error: 'insufficient_scope' } }

describe('a key with every scope', () => {
  it('changes nothing of administrators, and nothing of the one who made it', async () => {
    const here = await keyed(KEY_SCOPES)
    const eve = await signedInAsAdmin(here, 'eve@example.com')
    const tables = ['accounts', 'sessions', 'codes', 'api_keys'] as const
    const state = async () => Promise.all(tables.map((table) => here.sql(`SELECT COUNT(*) AS n FROM ${table}`)))
    const before = await state()
    for (const id of [await idOf(eve), here.rootId]) {
      const { body } = await here.call('GET', `/admin/users/${id}/sessions`)
      for (const [method, url, given] of acts(id, body.sessions[0].id))
        expect([url, await here.call(method, url, given)]).toMatchObject([url, refused])
    }
    expect(await state()).toEqual(before)
    expect(await here.sql(`SELECT email FROM accounts WHERE role = 'admin' AND banned_at IS NULL ORDER BY email`)).toEqual([
      { email: 'eve@example.com' },
      { email: 'root@example.com' },
    ])
    expect((await eve.get('/admin/users')).status).toBe(200)
  })

  it('changes everything of the others, and needs no fresh proof', async () => {
    const { call, adaId, clock } = await keyed(KEY_SCOPES)
    clock.advance(3_600_000)
    const { body } = await call('GET', `/admin/users/${adaId}/sessions`)
    // Not banned any more, verified already, and ended with the factors: each answer is of the act itself.
    const mayFail = new Set([400, 404, 409])
    for (const [method, url, given] of acts(adaId, body.sessions[0].id)) {
      const { status } = await call(method, url, given)
      expect([url, status === 200 || mayFail.has(status) ? 'let in' : status]).toEqual([url, 'let in'])
    }
  })
})
