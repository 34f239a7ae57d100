import { describe, expect, it } from 'vitest'
import { ADA, administered, ROOT } from '../../../../test/support/administered.ts'
import { addTotp } from '../../../../test/support/factored.ts'
import { codeIn } from '../../../../test/support/moving.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const NEW = 'ada@example.org'

/** Root, and Ada with a proved mailbox. */
async function here(env: Record<string, string> = {}) {
  const found = await administered(env)
  await found.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1`)
  const change = (email: string, id = found.adaId) => found.root.send('PATCH', `/admin/users/${id}/email`, { email })
  return { ...found, change }
}

describe('PATCH /admin/users/{id}/email', () => {
  it('answers 200, ends her sessions, and leaves the address unverified until its mailbox confirms', async () => {
    const { ada, adaId, change, mail, browser, root, auditTypes } = await here()
    expect(await change(NEW)).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    expect((await ada.get('/auth/me')).status).toBe(401)
    expect((await root.get(`/admin/users/${adaId}`)).body.user).toMatchObject({ email: NEW, isVerified: false })
    const { code } = await mail.newest(NEW)
    expect((await browser().post('/auth/verify-email', { code })).status).toBe(200)
    expect((await root.get(`/admin/users/${adaId}`)).body.user.isVerified).toBe(true)
    expect((await browser().post('/auth/login', { email: NEW, password: PASSWORD })).status).toBe(200)
    expect(await auditTypes()).toContain('admin.user.email_changed')
  })

  it('tells the old mailbox, which can take it back', async () => {
    const { adaId, change, mail, browser, root } = await here()
    await change(NEW)
    const told = await mail.newest(ADA)
    expect(told.text).toContain(NEW)
    expect((await browser().post('/auth/email/change/revert', { code: codeIn(told.link) })).status).toBe(200)
    expect((await root.get(`/admin/users/${adaId}`)).body.user).toMatchObject({ email: ADA, isVerified: true })
    await mail.newest(ADA, 2)
  })

  it('ends a change that the owner has asked for: its codes are 409 email_change_conflict', async () => {
    const { ada, change, mail, browser } = await here()
    await ada.post('/auth/email/change', { email: 'own@example.org' })
    const { code } = await mail.newest('own@example.org')
    await change(NEW)
    expect(await browser().post('/auth/email/change/confirm', { code })).toMatchObject({
      status: 409,
      body: { error: 'email_change_conflict' },
    })
  })

  it.each([[ROOT], [ADA]])('answers email_already_exists 409 for %s', async (email) => {
    const { change, ada } = await here()
    expect(await change(email)).toMatchObject({ status: 409, body: { error: 'email_already_exists' } })
    expect((await ada.get('/auth/me')).body.email).toBe(ADA)
  })

  it('answers invalid_email 400 and user_not_found 404', async () => {
    const { change } = await here()
    expect(await change('nonsense')).toMatchObject({ status: 400, body: { error: 'invalid_email' } })
    for (const id of ['nonsense', '%00', '01939d2c-7f5a-7c3e-9b1a-5f0e8d2c4b6a'])
      expect(await change(NEW, id)).toMatchObject({ status: 404, body: { error: 'user_not_found' } })
  })

  it('is for administrators, and a key changes no administrator: insufficient_scope 403', async () => {
    const { ada, adaId, rootId, root, browser } = await here()
    const path = `/admin/users/${adaId}/email`
    expect((await ada.send('PATCH', path, { email: NEW })).body.error).toBe('forbidden')
    expect((await browser().send('PATCH', path, { email: NEW })).status).toBe(401)
    const { body } = await root.post('/admin/keys', { name: 'backend', scopes: ['users:write'] })
    const headers = { authorization: `Bearer ${body.secret ?? body.key}` }
    const byKey = (id: string) => browser().send('PATCH', `/admin/users/${id}/email`, { email: NEW }, { headers })
    expect(await byKey(rootId)).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
    expect((await byKey(adaId)).status).toBe(200)
  })

  it('is no way round a factor that the owner has, by whichever mail to a mailbox that was mistyped', async () => {
    const { ada, adaId, change, mail, browser, clock, sql } = await here({ SECURITY_NOTICES: 'true' })
    await addTotp({ clock }, ada)
    expect((await change(NEW)).status).toBe(200)
    const verification = await mail.newest(NEW)
    const stranger = browser()
    expect((await stranger.post('/auth/verify-email', { code: verification.code })).body.requiresTwoFactor).toBe(true)
    await stranger.post('/auth/forgot-password', { email: NEW })
    const reset = await mail.newest(NEW, 2)
    await stranger.post('/auth/reset-password', { code: reset.code, newPassword: 'battery staple 2' })
    const entered = await stranger.post('/auth/login', { email: NEW, password: 'battery staple 2' })
    expect(entered.body.requiresTwoFactor).toBe(true)
    expect(await sql(`SELECT account_id FROM totp_seeds WHERE account_id = ?`, [adaId])).toHaveLength(1)
  })
})
