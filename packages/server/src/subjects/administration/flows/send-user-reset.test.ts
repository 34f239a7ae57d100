import { describe, expect, it } from 'vitest'
import { ADA, administered } from '../../../../test/support/administered.ts'

const NEW_PASSWORD = 'battery staple 2'

describe('POST /admin/users/{id}/reset-password', () => {
  it('mails a link that the owner alone sees, and writes down who asked for it', async () => {
    const { root, rootId, ada, adaId, browser, mail, sql } = await administered()
    const answer = await root.post(`/admin/users/${adaId}/reset-password`)
    expect(answer.status).toBe(200)
    const { code } = await mail.newest(ADA)
    expect(JSON.stringify(answer.body)).not.toContain(code)
    expect((await ada.get('/auth/me')).status).toBe(200)
    expect((await browser().post('/auth/reset-password', { code, newPassword: NEW_PASSWORD })).status).toBe(200)
    expect((await browser().post('/auth/login', { email: ADA, password: NEW_PASSWORD })).status).toBe(200)
    expect(await sql(`SELECT actor_id, target_user_id FROM audit_events WHERE type = 'admin.user.reset_sent'`)).toMatchObject([
      { actor_id: rootId, target_user_id: adaId },
    ])
  })

  it('answers user_banned 403, user_not_found 404 and email_failed 500, and leaves nothing', async () => {
    const { root, adaId, mail, sql } = await administered()
    await mail.goAway()
    const failed = await root.post(`/admin/users/${adaId}/reset-password`)
    expect(failed).toMatchObject({ status: 500, body: { error: 'email_failed' } })
    await root.send('PATCH', `/admin/users/${adaId}/ban`)
    const banned = await root.post(`/admin/users/${adaId}/reset-password`)
    expect(banned).toMatchObject({ status: 403, body: { error: 'user_banned' } })
    const unknown = await root.post('/admin/users/nobody/reset-password')
    expect(unknown).toMatchObject({ status: 404, body: { error: 'user_not_found' } })
    expect(await sql(`SELECT id FROM codes WHERE purpose = 'password-reset'`)).toEqual([])
    expect(await sql(`SELECT id FROM audit_events WHERE type = 'admin.user.reset_sent'`)).toEqual([])
  })
})
