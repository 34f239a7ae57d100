import { describe, expect, it } from 'vitest'
import { ADA, administered } from '../../../../test/support/administered.ts'

describe('DELETE /admin/users/{id}', () => {
  it('deletes the account with its sessions, and its trail stays', async () => {
    const { root, rootId, adaId, ada, sql } = await administered()
    expect(await root.delete(`/admin/users/${adaId}`)).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    expect((await ada.get('/auth/me')).status).toBe(401)
    expect((await ada.post('/auth/refresh')).status).toBe(401)
    expect(await sql(`SELECT id FROM sessions WHERE account_id = ?`, [adaId])).toEqual([])
    const { body } = await root.get(`/admin/users/${adaId}/audit-logs`)
    const events: { type: string; actorId: string }[] = body.events
    for (const type of ['admin.user.deleted', 'account.deleted'])
      expect(events.filter((event) => event.type === type)).toMatchObject([{ actorId: rootId }])
  })

  it('tells the owner by mail where notices are on', async () => {
    const { root, adaId, mail, outbox } = await administered({ SECURITY_NOTICES: 'true' })
    await root.delete(`/admin/users/${adaId}`)
    await outbox.idle()
    expect(mail.mails).toContainEqual(expect.objectContaining({ recipients: [ADA], subject: expect.stringContaining('deleted') }))
  })
})
