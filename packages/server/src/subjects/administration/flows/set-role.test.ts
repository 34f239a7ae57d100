import { describe, expect, it } from 'vitest'
import { ADA, administered } from '../../../../test/support/administered.ts'

describe('PATCH /admin/users/{id}/role', () => {
  it('acts on the very next request', async () => {
    const { root, adaId, ada } = await administered()
    expect(await root.send('PATCH', `/admin/users/${adaId}/role`, { role: 'admin' })).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    })
    expect((await ada.get('/auth/me')).body.role).toBe('admin')
    expect((await ada.get('/admin/users')).body.error).toBe('two_factor_required')
    expect((await root.send('PATCH', `/admin/users/${adaId}/role`, { role: 'user' })).status).toBe(200)
    expect((await ada.get('/auth/me')).body.role).toBe('user')
    expect((await ada.get('/admin/users')).body.error).toBe('forbidden')
  })

  it('writes who changed it, and to what, into the audit log; the same role again is no change', async () => {
    const { root, rootId, adaId, sql } = await administered()
    for (const role of ['admin', 'admin', 'user']) await root.send('PATCH', `/admin/users/${adaId}/role`, { role })
    const rows = await sql(
      `SELECT actor_id, target_user_id, metadata FROM audit_events WHERE type = 'admin.user.role_changed' ORDER BY id`,
    )
    const who = { actor_id: rootId, target_user_id: adaId }
    expect(rows).toMatchObject([
      { ...who, metadata: '{"role":"admin"}' },
      { ...who, metadata: '{"role":"user"}' },
    ])
  })

  it('tells the new administrator by mail where notices are on, and nobody who is one no longer', async () => {
    const { root, adaId, mail, outbox } = await administered({ SECURITY_NOTICES: 'true' })
    await root.send('PATCH', `/admin/users/${adaId}/role`, { role: 'admin' })
    await outbox.idle()
    const told = [{ subject: expect.stringContaining('administrator') }]
    expect(mail.mails.filter(({ recipients }) => recipients.includes(ADA))).toMatchObject(told)
    await root.send('PATCH', `/admin/users/${adaId}/role`, { role: 'user' })
    await outbox.idle()
    expect(mail.mails.filter(({ recipients }) => recipients.includes(ADA))).toMatchObject(told)
  })

  it.each(['king', '', null])('answers invalid_role 400 to %j', async (role) => {
    const { root, adaId } = await administered()
    expect(await root.send('PATCH', `/admin/users/${adaId}/role`, { role })).toMatchObject({
      status: 400,
      body: { error: 'invalid_role' },
    })
  })
})
