import { describe, expect, it } from 'vitest'
import { ADA, administered } from '../../../../test/support/administered.ts'

describe('PATCH /admin/users/{id}/verify', () => {
  it('marks the address, writes down who did it, and ends the code that was mailed', async () => {
    const { root, rootId, ada, adaId, mail, sql } = await administered()
    await ada.post('/auth/resend-verification')
    const { code } = await mail.newest(ADA)
    expect((await root.send('PATCH', `/admin/users/${adaId}/verify`)).status).toBe(200)
    expect((await ada.get('/auth/me')).body.isVerified).toBe(true)
    expect((await ada.post('/auth/verify-email', { code })).body.error).toBe('code_already_used')
    expect(await sql(`SELECT actor_id, target_user_id FROM audit_events WHERE type = 'admin.user.verified'`)).toMatchObject([
      { actor_id: rootId, target_user_id: adaId },
    ])
  })

  it('tells the owner of the mailbox what opens the account, and leads to a new password', async () => {
    const { root, adaId, mail, outbox } = await administered({ SECURITY_NOTICES: 'true' })
    await root.send('PATCH', `/admin/users/${adaId}/verify`)
    await outbox.idle()
    const told = mail.mails.filter(({ recipients }) => recipients.includes(ADA)).at(-1)
    expect(told?.subject).toContain('confirmed')
    expect(told?.link).toMatch(/\/not-me#code=[\w-]{43}$/)
  })

  it('answers already_verified 400 and user_not_found 404', async () => {
    const { root, rootId } = await administered()
    const answer = await root.send('PATCH', `/admin/users/${rootId}/verify`)
    expect(answer).toMatchObject({ status: 400, body: { error: 'already_verified' } })
    const unknown = await root.send('PATCH', '/admin/users/nobody/verify')
    expect(unknown).toMatchObject({ status: 404, body: { error: 'user_not_found' } })
  })
})
