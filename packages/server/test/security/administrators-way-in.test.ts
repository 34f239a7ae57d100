import { describe, expect, it } from 'vitest'
import { signedInAsAdmin } from '../support/administered.ts'
import { addPasskey, addTotp, EMAIL, enterByPasskey } from '../support/factored.ts'
import { oauthWorld } from '../support/oauth-world.ts'
import { PASSWORD, world } from '../support/world.ts'

const required = { status: 403, body: { error: 'two_factor_required' } }

/** An administrator, and somebody who knows the password and nothing else, at the common door. */
async function passwordThief(env: Record<string, string> = {}, isVerified = true) {
  const here = await world({ withMail: true, env })
  const admin = await signedInAsAdmin(here, EMAIL)
  if (!isVerified) await here.sql(`UPDATE accounts SET verified_at = NULL, mailbox_proved_at = NULL`)
  const thief = here.browser()
  expect((await thief.post('/auth/login', { email: EMAIL, password: PASSWORD })).status).toBe(200)
  return { ...here, admin, thief }
}

describe("an administrator's password alone", () => {
  it.each([
    ['by default, verified', {}, true],
    ['by default, never verified', {}, false],
    ['with EMAIL_CHANGE_CONFIRM=new', { EMAIL_CHANGE_CONFIRM: 'new' }, true],
  ])('changes no address: %s', async (_what, env, isVerified) => {
    const { thief, mail } = await passwordThief(env, isVerified)
    expect(await thief.post('/auth/email/change', { email: 'thief@example.com' })).toMatchObject(required)
    expect(mail.mails.filter(({ recipients }) => recipients.includes('thief@example.com'))).toEqual([])
  })

  it('changes it with a session that has passed a second factor', async () => {
    const { admin } = await passwordThief()
    expect((await admin.post('/auth/email/change', { email: 'root@example.org' })).status).toBe(200)
  })

  it('confirms no change that was asked for before the account became an administrator, nor when it is none again', async () => {
    const here = await world({ withMail: true })
    const thief = await here.signedUp(EMAIL)
    await thief.post('/auth/email/change', { email: 'thief@example.com' })
    const { code } = await here.mail.newest('thief@example.com')
    await here.sql(`UPDATE accounts SET role = 'admin'`)
    expect((await here.browser().post('/auth/email/change/confirm', { code })).body.error).toBe('code_invalid')
  })

  it('takes no passkey away, switches no second factor off', async () => {
    const { admin, thief } = await passwordThief()
    const { id } = await addPasskey(admin, { keepOtherSessions: true })
    expect(await thief.delete(`/auth/passkeys/${id}`)).toMatchObject(required)
    expect(await thief.post('/auth/2fa/disable', { password: PASSWORD })).toMatchObject(required)
  })

  it('deletes no administrator while another is left, and the last one not at all', async () => {
    const { thief, signedUp, sql } = await passwordThief()
    const last = await thief.delete('/auth/account', { password: PASSWORD })
    expect(last).toMatchObject({ status: 400, body: { error: 'last_admin' } })
    await signedUp('root@example.com')
    await sql(`UPDATE accounts SET role = 'admin' WHERE email = 'root@example.com'`)
    expect(await thief.delete('/auth/account', { password: PASSWORD })).toMatchObject(required)
  })

  it('links and unlinks no provider', async () => {
    const here = await oauthWorld({ withMail: true })
    await signedInAsAdmin(here, EMAIL)
    const thief = here.browser()
    await thief.post('/auth/login', { email: EMAIL, password: PASSWORD })
    expect(await thief.post('/auth/oauth/corp/link', {})).toMatchObject(required)
    expect(await thief.post('/auth/oauth/corp/unlink')).toMatchObject(required)
  })
})

describe("an administrator's mailbox alone", () => {
  const NEW_PASSWORD = 'battery staple 2'

  it.each([
    ['proved', 1],
    ['never proved', null],
  ])('strips no authenticator app by a reset: %s', async (_what, provedAt) => {
    const { admin, browser, mail, sql, outbox, ...here } = await passwordThief()
    await addTotp(here, admin)
    await sql(`UPDATE accounts SET verified_at = ?, mailbox_proved_at = ?`, [provedAt, provedAt])
    await outbox.idle()
    const before = mail.mails.length
    await browser().post('/auth/forgot-password', { email: EMAIL })
    const { code } = await mail.newest(EMAIL, before + 1)
    expect((await browser().post('/auth/reset-password', { code, newPassword: NEW_PASSWORD })).status).toBe(200)
    const { body } = await browser().post('/auth/login', { email: EMAIL, password: NEW_PASSWORD })
    expect(body.methods).toEqual(['totp', 'recovery'])
  })

  it('deletes no administrator without a password', async () => {
    const { signedUp, browser, mail, sql, outbox } = await passwordThief()
    await signedUp('root@example.com')
    await sql(`UPDATE accounts SET role = 'admin', mailbox_proved_at = NULL, verified_at = NULL`)
    await outbox.idle()
    const before = mail.mails.length
    const thief = browser()
    await thief.post('/auth/verify-email/resend', { email: EMAIL })
    const { code } = await mail.newest(EMAIL, before + 1)
    expect((await thief.post('/auth/verify-email', { code, discardPassword: true })).status).toBe(200)
    await thief.post('/auth/account/delete/request')
    const { code: deletion } = await mail.newest(EMAIL, before + 2)
    expect(await thief.post('/auth/account/delete/confirm', { code: deletion })).toMatchObject(required)
  })

  it('takes no passkey away that does not gate', async () => {
    const { admin, browser, mail, sql, outbox } = await passwordThief()
    await addPasskey(admin)
    await sql(`UPDATE accounts SET mailbox_proved_at = NULL`)
    await outbox.idle()
    const before = mail.mails.length
    await browser().post('/auth/forgot-password', { email: EMAIL })
    const { code } = await mail.newest(EMAIL, before + 1)
    expect((await browser().post('/auth/reset-password', { code, newPassword: NEW_PASSWORD })).status).toBe(200)
    expect(await sql(`SELECT id FROM passkeys`)).toHaveLength(1)
  })

  it('removes, by "this wasn’t me", what a thief added, and not the last thing that gates', async () => {
    const { admin, browser, mail, sql, outbox, clock } = await passwordThief({ NEW_DEVICE_NOTICES: 'true' })
    await outbox.idle()
    const report = () => {
      const links = mail.mails.flatMap(({ link }) => (link?.includes('/not-me#code=') ? [link] : []))
      return links.at(-1)?.split('#code=')[1] ?? ''
    }
    const code = report()
    expect(code).not.toBe('')
    clock.advance(1)
    const { authenticator } = await addPasskey(admin)
    await admin.post('/auth/2fa/enable', { method: 'passkey' })
    expect((await browser().post('/auth/devices/report', { code })).status).toBe(200)
    expect(await sql(`SELECT id FROM passkeys`)).toHaveLength(1)
    expect(await sql(`SELECT id FROM accounts WHERE passkey_gate_at IS NOT NULL`)).toHaveLength(1)
    expect((await admin.get('/auth/me')).status).toBe(401)
    expect((await enterByPasskey(browser(), authenticator)).status).toBe(200)
  })
})
