import { describe, expect, it } from 'vitest'
import { DAY, GUEST, invited } from '../../../../test/support/invited.ts'
import { world } from '../../../../test/support/world.ts'

describe('POST /admin/invites', () => {
  it('answers 201 with the invite, never its code, and mails a link', async () => {
    const { created, code, link } = await invited()
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: expect.any(String),
      email: GUEST,
      status: 'pending',
      createdBy: expect.any(String),
      expiresAt: '2030-01-08T00:00:00.000Z',
      acceptedAt: null,
      createdAt: '2030-01-01T00:00:00.000Z',
    })
    expect(link).toBe(`http://localhost:3000/invite#token=${code}`)
    expect(created.text).not.toContain(code)
  })

  it('writes who made it into the audit log', async () => {
    const { created, sql } = await invited()
    const rows = await sql(`SELECT actor_id, metadata FROM audit_events WHERE type = 'invite.created'`)
    expect(rows).toMatchObject([{ actor_id: created.body.createdBy, metadata: JSON.stringify({ inviteId: created.body.id }) }])
  })

  it('gives it the life of InviteTTL', async () => {
    const { created } = await invited({ INVITE_TTL: '1d' })
    expect(created.body.expiresAt).toBe('2030-01-02T00:00:00.000Z')
  })

  it.each([
    ['invalid_email', 400, 'nonsense'],
    ['email_already_exists', 409, 'root@example.com'],
    ['invite_already_exists', 409, GUEST],
  ])('answers %s %i', async (error, status, email) => {
    const { admin, mail } = await invited()
    expect(await admin.post('/admin/invites', { email })).toMatchObject({ status, body: { error } })
    expect(mail.mails).toHaveLength(1)
  })

  it('invites again once the old invite has expired or was withdrawn', async () => {
    const { admin, inviteId, clock } = await invited()
    await admin.delete(`/admin/invites/${inviteId}`)
    expect((await admin.post('/admin/invites', { email: GUEST })).status).toBe(201)
    clock.advance(7 * DAY - 1)
    expect((await admin.post('/admin/invites', { email: GUEST })).body.error).toBe('invite_already_exists')
    clock.advance(1)
    expect((await admin.post('/admin/invites', { email: GUEST })).status).toBe(201)
  })

  it('answers email_failed 500 and leaves no invite when the mail does not leave', async () => {
    const { admin, mail, sql } = await invited()
    mail.treat('rejects the recipient')
    expect(await admin.post('/admin/invites', { email: 'new@example.com' })).toMatchObject({
      status: 500,
      body: { error: 'email_failed' },
    })
    expect(await sql(`SELECT id FROM invites WHERE email = 'new@example.com'`)).toEqual([])
    mail.treat('accepts')
    expect((await admin.post('/admin/invites', { email: 'new@example.com' })).status).toBe(201)
  })
})

describe('EnableInvite off', () => {
  it('answers method_disabled 405 on every admin route of invites', async () => {
    const { signedUp, sql } = await world({ env: { DISABLE_ADMIN_TWO_FACTOR: 'true' } })
    const admin = await signedUp()
    await sql(`UPDATE accounts SET role = 'admin'`)
    const replies = [
      await admin.post('/admin/invites', {}),
      await admin.get('/admin/invites'),
      await admin.delete('/admin/invites/x'),
      await admin.post('/admin/invites/x/resend'),
    ]
    for (const reply of replies) expect(reply).toMatchObject({ status: 405, body: { error: 'method_disabled' } })
  })
})
