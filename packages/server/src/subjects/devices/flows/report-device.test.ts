import { describe, expect, it } from 'vitest'
import { addPasskey, addTotp, EMAIL, enterByPasskey } from '../../../../test/support/factored.ts'
import { codeIn, NEW, signIn } from '../../../../test/support/moving.ts'
import { oauthWorld } from '../../../../test/support/oauth-world.ts'
import { watched } from '../../../../test/support/reported.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

const refused = (status: number, error: string) => ({ status, body: { error }, setCookies: [] })
const NEW_PASSWORD = 'battery staple 2'

describe('POST /auth/devices/report', () => {
  it('ends every session, voids the password, mails a reset, and signs no one in', async () => {
    const { intruded, report, owner, browser, mail, auditTypes } = await watched()
    const { thief, code } = await intruded()
    const reporter = browser()
    expect(await report(code, reporter)).toMatchObject({ status: 200, body: { message: expect.any(String) }, setCookies: [] })
    for (const one of [thief, owner, reporter]) expect((await one.get('/auth/me')).status).toBe(401)
    expect((await signIn(browser())).status).toBe(401)
    const reset = await mail.newest(EMAIL, 2)
    await browser().post('/auth/reset-password', { code: reset.code, newPassword: NEW_PASSWORD })
    expect((await signIn(browser(), EMAIL, NEW_PASSWORD)).status).toBe(200)
    expect(await auditTypes()).toContain('device.reported')
  })

  it('works once, for three days', async () => {
    const { intruded, report, clock } = await watched()
    const { code } = await intruded()
    await report(code)
    expect(await report(code)).toMatchObject(refused(410, 'code_already_used'))
    const here = await watched()
    const other = await here.intruded()
    here.clock.advance(72 * 3_600_000)
    expect(await here.report(other.code)).toMatchObject(refused(410, 'code_expired'))
    expect((await here.owner.get('/auth/me')).status).toBe(200)
    expect(clock.now()).toBeGreaterThan(0)
  })

  it.each(['', 'x', 'a'.repeat(43), '\u0000'])('answers code_invalid 400 to %j', async (code) => {
    const { report } = await watched()
    expect(await report(code)).toMatchObject(refused(400, 'code_invalid'))
  })

  it('removes what was enrolled since that session began, whichever session did it, and nothing older', async () => {
    const here = await watched()
    const old = await addPasskey(here.owner, { keepOtherSessions: true })
    here.clock.advance(60_000)
    const { code } = await here.intruded()
    // In another session than the one that was reported: the thief may have begun a second one.
    const second = here.browser()
    await signIn(second)
    const young = await addPasskey(second, { keepOtherSessions: true })
    await addTotp(here, second, { keepOtherSessions: true })
    await here.report(code)
    expect((await enterByPasskey(here.browser(), young.authenticator)).body.error).toBe('passkey_unknown')
    const back = here.browser()
    expect((await enterByPasskey(back, old.authenticator)).status).toBe(200)
    expect((await back.get('/auth/factors')).body).toMatchObject({ totp: null, recoveryCodes: null, passkeys: [{ id: old.id }] })
  })

  it('leaves an older factor, which still gates after the reset', async () => {
    const here = await watched()
    await addTotp(here, here.owner)
    here.clock.advance(60_000)
    await here.sql(`UPDATE accounts SET totp_at = NULL, two_factor_enabled_at = NULL`)
    const { code } = await here.intruded()
    await here.sql(`UPDATE accounts SET totp_at = 1, two_factor_enabled_at = 1`)
    await here.report(code)
    const reset = await here.mail.newest(EMAIL, 2)
    await here.browser().post('/auth/reset-password', { code: reset.code, newPassword: NEW_PASSWORD })
    expect((await signIn(here.browser(), EMAIL, NEW_PASSWORD)).body.requiresTwoFactor).toBe(true)
  })

  it('unlinks a provider that was linked since', async () => {
    const here = await oauthWorld({ withMail: true, env: { NEW_DEVICE_NOTICES: 'true' } })
    await here.signedUp(EMAIL)
    const thief = here.browser()
    await here.signInWithPassword(thief)
    const { link } = await here.mail.newest(EMAIL)
    await here.link(thief)
    expect(await here.sql(`SELECT provider FROM identities`)).toHaveLength(1)
    await here.browser().post('/auth/devices/report', { code: link.split('code=')[1] })
    expect(await here.sql(`SELECT provider FROM identities`)).toEqual([])
  })

  it('ends codes, challenges, known browsers and a change that waits', async () => {
    const { intruded, report, owner, browser, mail, sql, countOf } = await watched()
    const { code } = await intruded()
    const before = countOf(EMAIL)
    await owner.post('/auth/email/change', { email: NEW })
    const change = await mail.newest(NEW)
    await mail.newest(EMAIL, before + 1)
    await report(code)
    expect((await browser().post('/auth/email/change/confirm', { code: change.code })).body.error).toBe('code_invalid')
    expect(await sql(`SELECT id FROM devices`)).toEqual([])
    expect(await sql(`SELECT id FROM challenges`)).toEqual([])
  })

  it('mails no reset to an address that the thief has set since', async () => {
    const { intruded, report, sql } = await watched({ EMAIL_CHANGE_CONFIRM: 'new' })
    const { code } = await intruded()
    await sql(`UPDATE accounts SET email = ?`, [NEW])
    expect((await report(code)).status).toBe(200)
    expect(await sql(`SELECT kind FROM outbox WHERE kind = 'password-reset'`)).toEqual([])
    expect((await sql(`SELECT password_hash FROM accounts`))[0]?.['password_hash']).toBeNull()
  })

  it('is nothing once the account is deleted', async () => {
    const { intruded, report, owner } = await watched()
    const { code } = await intruded()
    await owner.delete('/auth/account', { password: PASSWORD })
    expect(await report(code)).toMatchObject(refused(400, 'code_invalid'))
  })

  it('takes back mailed codes at sign-in that were switched on since, and keys that an administrator has made', async () => {
    const here = await watched({ DISABLE_ADMIN_TWO_FACTOR: 'true' })
    await here.sql(`UPDATE accounts SET role = 'admin'`)
    const { thief, code } = await here.intruded()
    const { body } = await thief.post('/admin/keys', { name: 'backdoor', scopes: ['users:read'] })
    await thief.post('/auth/2fa/enable', { password: PASSWORD, keepOtherSessions: true })
    const headers = { authorization: `Bearer ${body.key}` }
    expect((await here.browser().get('/admin/users', { headers })).status).toBe(200)
    await here.report(code)
    expect((await here.browser().get('/admin/users', { headers })).status).toBe(401)
    expect(await here.sql(`SELECT email_factor_at, two_factor_enabled_at FROM accounts`)).toEqual([
      { email_factor_at: null, two_factor_enabled_at: null },
    ])
  })

  it('is nothing from a mailbox that the account has left for good, nor from one that it had in between', async () => {
    const left = await watched()
    const { code } = await left.intruded()
    expect((await left.move()).replies.at(-1)?.body.completed).toBe(true)
    expect(await left.report(code)).toMatchObject(refused(400, 'code_invalid'))

    const between = await watched({ EMAIL_CHANGE_CONFIRM: 'new' })
    const { revertCode } = await between.move()
    await signIn(between.browser(), NEW)
    const letter = await between.mail.newest(NEW, 3)
    await between.revert(revertCode)
    expect(await between.report(codeIn(letter.link))).toMatchObject(refused(400, 'code_invalid'))
  })
})
