import { describe, expect, it } from 'vitest'
import { administered, ROOT } from '../../../../test/support/administered.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const eve = { email: 'eve@example.com', name: 'Eve', password: PASSWORD }

describe('POST /admin/users', () => {
  it('answers 201 with a verified account, which can sign in', async () => {
    const { root, browser } = await administered()
    const reply = await root.post('/admin/users', { ...eve, email: ' Eve@Example.com ' })
    expect(reply).toMatchObject({
      status: 201,
      body: { email: 'eve@example.com', name: 'Eve', role: 'user', isVerified: true, twoFactorEnabled: false },
      setCookies: [],
    })
    expect((await browser().post('/auth/login', eve)).body).toHaveProperty('session')
  })

  it('writes who made it into the audit log', async () => {
    const { root, rootId, sql } = await administered()
    const { body } = await root.post('/admin/users', eve)
    const rows = await sql(`SELECT actor_id, target_user_id, metadata FROM audit_events WHERE type = 'admin.user.created'`)
    expect(rows).toMatchObject([{ actor_id: rootId, target_user_id: body.id, metadata: '{"role":"user"}' }])
  })

  it('creates one without a password when none is given, and an administrator when asked to', async () => {
    const { root } = await administered()
    const { body } = await root.post('/admin/users', { email: 'eve@example.com', name: 'Eve', role: 'admin' })
    expect(body.role).toBe('admin')
    expect((await root.get(`/admin/users/${body.id}`)).body).toMatchObject({ hasPassword: false })
  })

  it('switches two-factor on where that is the default', async () => {
    const { root } = await administered({ TWO_FACTOR_DEFAULT_ENABLED: 'true' })
    expect((await root.post('/admin/users', eve)).body.twoFactorEnabled).toBe(true)
  })

  it.each([
    ['invalid_email', 400, { email: 'x' }],
    ['weak_password', 400, { password: 'weak' }],
    ['name_required', 400, { name: ' ' }],
    ['invalid_role', 400, { role: 'king' }],
    ['email_already_exists', 409, { email: ROOT }],
  ])('answers %s %i', async (error, status, change) => {
    const { root, sql } = await administered()
    expect(await root.post('/admin/users', { ...eve, ...change })).toMatchObject({ status, body: { error } })
    expect(await sql(`SELECT id FROM accounts`)).toHaveLength(2)
  })
})
