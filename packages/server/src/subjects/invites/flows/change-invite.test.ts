import { describe, expect, it } from 'vitest'
import { DAY, GUEST, invited } from '../../../../test/support/invited.ts'

const closed = [
  ['invite_already_used', 410, `UPDATE invites SET accepted_at = 1`],
  ['invite_revoked', 403, `UPDATE invites SET revoked_at = 1`],
  ['invite_not_found', 404, `DELETE FROM invites`],
] as const

describe('DELETE /admin/invites/{id}', () => {
  it('withdraws an invite: the link is dead, and says so', async () => {
    const { admin, inviteId, browser, code, form } = await invited()
    expect(await admin.delete(`/admin/invites/${inviteId}`)).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    expect(await browser().get(`/auth/invite/info?token=${code}`)).toMatchObject({
      status: 403,
      body: { error: 'invite_revoked' },
    })
    expect(await browser().post('/auth/invite/register', form)).toMatchObject({
      status: 410,
      body: { error: 'invite_already_used' },
    })
  })

  it('withdraws an expired one too', async () => {
    const { admin, inviteId, clock } = await invited()
    clock.advance(8 * DAY)
    expect((await admin.delete(`/admin/invites/${inviteId}`)).status).toBe(200)
  })

  it('writes who did it into the audit log', async () => {
    const { admin, inviteId, created, sql } = await invited()
    await admin.delete(`/admin/invites/${inviteId}`)
    const rows = await sql(`SELECT actor_id, metadata FROM audit_events WHERE type = 'invite.revoked'`)
    expect(rows).toMatchObject([{ actor_id: created.body.createdBy, metadata: JSON.stringify({ inviteId }) }])
  })

  it.each(closed)('answers %s %i on an invite that is not open', async (error, status, statement) => {
    const { admin, inviteId, sql, auditTypes } = await invited()
    await sql(statement)
    expect(await admin.delete(`/admin/invites/${inviteId}`)).toMatchObject({ status, body: { error } })
    expect((await admin.delete('/admin/invites/nonsense')).body.error).toBe('invite_not_found')
    expect(await auditTypes()).not.toContain('invite.revoked')
  })
})

describe('POST /admin/invites/{id}/resend', () => {
  it('mails a new link with a new life, also of an expired invite, and the old link dies', async () => {
    const { admin, inviteId, browser, code, mail, clock, form } = await invited()
    clock.advance(8 * DAY)
    const reply = await admin.post(`/admin/invites/${inviteId}/resend`)
    expect(reply).toMatchObject({ status: 200, body: { id: inviteId, status: 'pending', expiresAt: '2030-01-16T00:00:00.000Z' } })
    const fresh = await mail.newest(GUEST, 2)
    expect((await browser().get(`/auth/invite/info?token=${code}`)).body.error).toBe('invite_not_found')
    expect((await browser().post('/auth/invite/register', form)).body.error).toBe('invite_not_found')
    expect((await browser().get(`/auth/invite/info?token=${fresh.code}`)).status).toBe(200)
    clock.advance(7 * DAY - 1)
    expect((await browser().post('/auth/invite/register', { ...form, code: fresh.code })).status).toBe(201)
  })

  it('writes who did it into the audit log', async () => {
    const { admin, inviteId, created, sql } = await invited()
    await admin.post(`/admin/invites/${inviteId}/resend`)
    const rows = await sql(`SELECT actor_id, metadata FROM audit_events WHERE type = 'invite.resent'`)
    expect(rows).toMatchObject([{ actor_id: created.body.createdBy, metadata: JSON.stringify({ inviteId }) }])
  })

  it('answers email_failed 500 and keeps the old link good, for its old life, when the new one does not leave', async () => {
    const { admin, inviteId, browser, code, mail, clock } = await invited()
    clock.advance(DAY)
    mail.treat('rejects the mail')
    expect(await admin.post(`/admin/invites/${inviteId}/resend`)).toMatchObject({ status: 500, body: { error: 'email_failed' } })
    expect((await browser().get(`/auth/invite/info?token=${code}`)).status).toBe(200)
    clock.advance(6 * DAY)
    expect((await browser().get(`/auth/invite/info?token=${code}`)).body.error).toBe('invite_expired')
  })

  it.each(closed)('answers %s %i on an invite that is not open, and mails nothing', async (error, status, statement) => {
    const { admin, inviteId, sql, mail } = await invited()
    await sql(statement)
    expect(await admin.post(`/admin/invites/${inviteId}/resend`)).toMatchObject({ status, body: { error } })
    expect((await admin.post('/admin/invites/nonsense/resend')).body.error).toBe('invite_not_found')
    expect(mail.mails).toHaveLength(1)
  })
})
