import { describe, expect, it } from 'vitest'
import { administered, idOf, signedInAsAdmin } from '../../../../test/support/administered.ts'
import type { Browser } from '../../../../test/support/browser.ts'
import { limitedAdmin } from '../../../../test/support/limited-admin.ts'
import { STEP_UP_MS } from '../../../../test/support/stepped-up.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const limit = (by: Browser, id: string, scopes: unknown) => by.send('PATCH', `/admin/users/${id}/scopes`, { scopes })
const scopesOf = async (by: Browser, id: string) => (await by.get(`/admin/users/${id}`)).body.scopes

/** A second administrator. */
async function withEve(env: Record<string, string> = {}) {
  const here = await administered(env)
  const eve = await signedInAsAdmin(here, 'eve@example.com')
  return { ...here, eve, eveId: await idOf(eve) }
}

describe('PATCH /admin/users/{id}/scopes', () => {
  it('counts from the very next request on, and can be taken back', async () => {
    const { root, eve, eveId } = await withEve()
    expect((await eve.get('/admin/audit-logs')).status).toBe(200)
    expect(await limit(root, eveId, ['users:read'])).toMatchObject({
      status: 200,
      body: { message: 'What the administrator may do was changed.' },
    })
    expect(await eve.get('/admin/audit-logs')).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
    expect((await eve.get('/admin/users')).status).toBe(200)
    expect((await eve.get('/auth/me')).body.role).toBe('admin')
    expect((await limit(root, eveId, 'all')).status).toBe(200)
    expect((await eve.get('/admin/audit-logs')).status).toBe(200)
  })

  it('shows on administrators alone: a list in order, or all', async () => {
    const { root, rootId, eveId, adaId } = await withEve()
    await limit(root, eveId, ['audit:read', 'users:read', 'users:read'])
    expect(await scopesOf(root, eveId)).toEqual(['users:read', 'audit:read'])
    expect(await scopesOf(root, rootId)).toBe('all')
    expect(await scopesOf(root, adaId)).toBeUndefined()
  })

  it.each([
    ['support', ['users:read', 'users:write', 'sessions:write', 'invites:write', 'orgs:read']],
    ['auditor', ['users:read', 'audit:read', 'orgs:read', 'clients:read']],
    [['orgs:*'], ['orgs:read', 'orgs:write']],
    [
      ['auditor', 'users:*'],
      ['users:read', 'users:write', 'audit:read', 'orgs:read', 'clients:read'],
    ],
  ])('takes the name %j for what it stands for', async (name, scopes) => {
    const { root, eveId } = await withEve()
    expect((await limit(root, eveId, name)).status).toBe(200)
    expect(new Set(await scopesOf(root, eveId))).toEqual(new Set(scopes))
  })

  it.each([
    ['', 'invalid_input'],
    [[], 'invalid_input'],
    ['king', 'invalid_input'],
    [['users:read', 'kings:read'], 'invalid_input'],
    [['all'], 'invalid_input'],
    [['*'], 'invalid_input'],
    [[''], 'invalid_input'],
    [null, 'invalid_json'],
    [7, 'invalid_json'],
    [[7], 'invalid_json'],
    [{ all: true }, 'invalid_json'],
  ])('refuses %j, and changes nothing', async (scopes, error) => {
    const { root, rootId, eveId } = await withEve()
    expect(await limit(root, eveId, scopes)).toMatchObject({ status: 400, body: { error } })
    expect(await scopesOf(root, eveId)).toBe('all')
    expect(await scopesOf(root, rootId)).toBe('all')
  })

  it('refuses an account that is no administrator', async () => {
    const { root, adaId, sql } = await withEve()
    expect(await limit(root, adaId, 'support')).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
    expect(await sql(`SELECT admin_scopes FROM accounts WHERE id = ?`, [adaId])).toEqual([{ admin_scopes: null }])
  })

  it('wants a proof from a moment ago', async () => {
    const { root, eveId, clock } = await withEve()
    clock.advance(STEP_UP_MS)
    expect(await limit(root, eveId, 'support')).toMatchObject({ status: 403, body: { error: 'step_up_required' } })
    expect(await scopesOf(root, eveId)).toBe('all')
  })

  it('writes into the audit log who changed it, from what and to what; the same again is no change', async () => {
    const { root, rootId, eveId } = await withEve()
    await limit(root, eveId, ['users:read', 'orgs:read'])
    await limit(root, eveId, ['orgs:read', 'users:read'])
    await limit(root, eveId, 'all')
    await limit(root, eveId, 'all')
    const { events } = (await root.get('/admin/audit-logs?type=admin.user.scopes_changed')).body
    expect(events).toMatchObject([
      { actorId: rootId, targetUserId: eveId, metadata: { before: 'users:read orgs:read', scopes: 'all' } },
      { actorId: rootId, targetUserId: eveId, metadata: { before: 'all', scopes: 'users:read orgs:read' } },
    ])
    expect(events).toHaveLength(2)
  })

  it('tells all administrators by mail, whatever the notices are set to', async () => {
    const { root, eveId, mail } = await withEve({ SECURITY_NOTICES: 'false' })
    await limit(root, eveId, ['users:read', 'audit:read'])
    for (const address of ['root@example.com', 'eve@example.com']) {
      const { subject, text } = await mail.newest(address, 2)
      expect(subject).toBe('An administrator of Latchkey has other rights now')
      expect(text).toContain('Who: eve@example.com\nMay do: users:read, audit:read\nBy: root@example.com\n')
    }
  })
})

describe('the last administrator who may do everything', () => {
  const refused = { status: 400, body: { error: 'last_admin' } }

  it('cannot be limited, demoted, banned or deleted, however many others there are who may do less', async () => {
    const { root, rootId, eveId } = await withEve()
    await limit(root, eveId, 'support')
    expect(await limit(root, rootId, 'support')).toMatchObject(refused)
    expect(await root.send('PATCH', `/admin/users/${rootId}/role`, { role: 'user' })).toMatchObject(refused)
    expect(await root.send('PATCH', `/admin/users/${rootId}/ban`, {})).toMatchObject(refused)
    expect(await root.delete(`/admin/users/${rootId}`)).toMatchObject(refused)
    expect(await root.delete('/auth/account', { password: PASSWORD })).toMatchObject(refused)
    expect(await scopesOf(root, rootId)).toBe('all')
  })

  it('counts only who can sign in', async () => {
    const { root, rootId, eveId, sql } = await withEve()
    await sql(`UPDATE accounts SET password_hash = NULL WHERE id = ?`, [eveId])
    expect(await limit(root, rootId, 'support')).toMatchObject(refused)
    await sql(`UPDATE accounts SET password_hash = 'x', banned_at = 1 WHERE id = ?`, [eveId])
    expect(await limit(root, rootId, 'support')).toMatchObject(refused)
    await sql(`UPDATE accounts SET banned_at = NULL WHERE id = ?`, [eveId])
    expect((await limit(root, rootId, 'support')).status).toBe(200)
  })

  it('is no reason to keep one who is limited', async () => {
    const { root, eveId } = await withEve()
    await limit(root, eveId, 'support')
    expect((await limit(root, eveId, 'auditor')).status).toBe(200)
    expect((await root.send('PATCH', `/admin/users/${eveId}/role`, { role: 'user' })).status).toBe(200)
  })
})

describe('who is made an administrator', () => {
  it('may do what the one may who did it', async () => {
    const here = await administered()
    const { browser } = await limitedAdmin(here, 'eve@example.com', ['users:read', 'users:write'])
    await browser.send('PATCH', `/admin/users/${here.adaId}/role`, { role: 'admin' })
    const { body } = await browser.post('/admin/users', { email: 'new@example.com', name: 'New', role: 'admin' })
    for (const id of [here.adaId, body.id]) expect(await scopesOf(here.root, id)).toEqual(['users:read', 'users:write'])
    const changed = await here.root.get(`/admin/audit-logs?targetUserId=${here.adaId}&type=admin.user.role_changed`)
    expect(changed.body.events[0].metadata).toEqual({ role: 'admin', scopes: 'users:read users:write' })
  })

  it('brings no scopes along from an earlier time as one', async () => {
    const { root, eveId } = await withEve()
    await limit(root, eveId, 'support')
    await root.send('PATCH', `/admin/users/${eveId}/role`, { role: 'user' })
    expect(await scopesOf(root, eveId)).toBeUndefined()
    await root.send('PATCH', `/admin/users/${eveId}/role`, { role: 'admin' })
    expect(await scopesOf(root, eveId)).toBe('all')
  })

  it('keeps what they may, where they are one already', async () => {
    const { root, eveId } = await withEve()
    await limit(root, eveId, 'support')
    await root.send('PATCH', `/admin/users/${eveId}/role`, { role: 'admin' })
    expect(await scopesOf(root, eveId)).not.toBe('all')
  })
})
