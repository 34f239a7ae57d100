import { describe, expect, it } from 'vitest'
import { ADA, administered } from '../../../../test/support/administered.ts'
import { ada, addPasskey, addTotp } from '../../../../test/support/factored.ts'

describe('DELETE /admin/users/{id}/factors', () => {
  it('removes every factor, passkey, code, trusted browser and session, and tells the owner', async () => {
    const here = await administered({ SECURITY_NOTICES: 'true' })
    const { root, rootId, ada: owner, adaId, browser, sql, mail, outbox } = here
    await addPasskey(owner)
    await addTotp(here, owner)
    expect((await root.delete(`/admin/users/${adaId}/factors`)).status).toBe(200)
    expect((await owner.get('/auth/me')).status).toBe(401)
    const visitor = browser()
    expect((await visitor.post('/auth/login', ada)).body).toHaveProperty('session')
    expect((await visitor.get('/auth/factors')).body).toMatchObject({
      twoFactorEnabled: false,
      totp: null,
      passkeyGate: false,
      passkeys: [],
      recoveryCodes: null,
    })
    expect(await sql(`SELECT actor_id, target_user_id FROM audit_events WHERE type = 'admin.user.factors_reset'`)).toMatchObject([
      { actor_id: rootId, target_user_id: adaId },
    ])
    await outbox.idle()
    const told = mail.mails.filter(({ recipients }) => recipients.includes(ADA)).at(-1)
    expect(told?.subject).toContain('administrator removed your second factors')
  })

  it('answers user_not_found 404, and last_admin 400 where no administrator could sign in then', async () => {
    const { root, rootId, sql } = await administered()
    expect(await root.delete('/admin/users/nobody/factors')).toMatchObject({ status: 404, body: { error: 'user_not_found' } })
    await addPasskey(root)
    await sql(`UPDATE accounts SET password_hash = NULL WHERE id = ?`, [rootId])
    expect(await root.delete(`/admin/users/${rootId}/factors`)).toMatchObject({ status: 400, body: { error: 'last_admin' } })
    expect((await root.get('/auth/passkeys')).body.total).toBe(1)
  })
})
